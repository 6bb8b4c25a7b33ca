package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.ask.OnlineWrites;
import sluice.cli.ask.ScanArguments;
import sluice.cli.ask.ScanOptions;
import sluice.cli.show.ScanLine;
import sluice.cli.show.StatsView;
import sluice.store.ScanProgress;
import sluice.store.StatsScan;
import sluice.store.StoreStats;

/** {@code sluice stats}: counts what a store holds. */
@Command(
        name = "stats",
        description = {
            "Count the nodes and links in STORE by type, and show how the links are spread over the"
                    + " ids.",
            "Degrees count the visible links of all types together."
        },
        footer = {
            "",
            "Examples:",
            "  sluice stats friends",
            "  sluice stats friends --format json | jq .link_types"
        })
public final class StatsCommand implements Callable<Integer> {
    enum Format {
        TABLE,
        JSON
    }

    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ScanArguments store = new ScanArguments();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table (the default) or json.")
    private Format format = Format.TABLE;

    @Override
    public Integer call() throws IOException {
        ScanProgress progress = new ScanProgress();
        StoreStats stats;
        OnlineWrites online;
        try (ScanOptions.Opened opened = store.open();
                ScanLine _ = ScanLine.of(spec, "counting", progress)) {
            online = opened.online();
            stats = StatsScan.run(opened.reader(), opened.dictionary(), store.threads(), progress);
        }
        PrintWriter output = spec.commandLine().getOut();
        switch (format) {
            case TABLE -> StatsView.print(output, stats, showsUnicode());
            case JSON -> StatsView.printJson(output, stats, online.leftOut());
        }
        return 0;
    }

    /** Whether where this process writes shows more than ASCII, as the system says. */
    private static boolean showsUnicode() {
        String encoding =
                System.getProperty("stdout.encoding", System.getProperty("native.encoding"));
        return encoding != null && encoding.toUpperCase(Locale.ROOT).startsWith("UTF");
    }
}
