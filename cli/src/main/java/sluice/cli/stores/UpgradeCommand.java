package sluice.cli.stores;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.cli.options.StoreArgument;
import sluice.load.Upgrade;
import sluice.storage.Storage;

/** {@code sluice upgrade}: brings a store to the formats that this version writes. */
@Command(
        name = "upgrade",
        description = {
            "Rewrite the files of STORE that an earlier version wrote in an older format.",
            "",
            "Every version opens the stores of all versions before it, so this is never urgent: a"
                    + " load rewrites such files, too. It tells which formats the store has. Where"
                    + " none is old, it says so and writes nothing. Rows, runs and segments stay as"
                    + " they are. Servers of the store move on within a second. Killed at any"
                    + " moment, it leaves the old files or the new ones, and the same command does"
                    + " the rest.",
            "",
            "A version before this one may not open the store afterwards: keep a backup if you may"
                    + " go back."
        },
        footer = {
            "",
            "Examples:",
            "  sluice upgrade graph --dry-run     which files are old",
            "  sluice upgrade graph               rewrites them",
            "  sluice verify graph                checks every byte of the result",
            "",
            "Exit status: 0 rewritten, or nothing was old; 2 a wrong option; 4 no store, a load"
                    + " runs, or a newer version wrote it; 5 damage; 6 no room or permission."
        })
public final class UpgradeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private StoreArgument store = new StoreArgument();

    @Option(names = "--dry-run", description = "Only tell; write nothing.")
    private boolean dryRun;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        Storage storage = store.storage();
        List<Upgrade.Format> formats = dryRun ? Upgrade.formats(storage) : Upgrade.run(storage);
        PrintWriter output = spec.commandLine().getOut();
        switch (format) {
            case TEXT -> printText(output, formats);
            case JSON -> printJson(output, formats);
        }
        return 0;
    }

    private void printText(PrintWriter output, List<Upgrade.Format> formats) {
        formats.forEach(
                file ->
                        output.println(
                                "%s: format %d, %s"
                                        .formatted(
                                                file.file(),
                                                file.format(),
                                                file.isOld()
                                                        ? "which becomes " + file.formatWritten()
                                                        : "as this version writes it")));
        long old = formats.stream().filter(Upgrade.Format::isOld).count();
        if (old == 0) {
            output.println("nothing to rewrite in " + store.path());
        } else if (dryRun) {
            output.println(
                    "to rewrite: %d of %d; rows, runs and segments stay as they are"
                            .formatted(old, formats.size()));
        } else {
            output.println(
                    "rewritten: %d of %d; rows, runs and segments are as they were"
                            .formatted(old, formats.size()));
        }
    }

    private void printJson(PrintWriter output, List<Upgrade.Format> formats) throws IOException {
        boolean isNeeded = formats.stream().anyMatch(Upgrade.Format::isOld);
        Json.print(
                output,
                json -> {
                    json.writeStringField("store", store.path().toString());
                    json.writeBooleanField("needed", isNeeded);
                    json.writeBooleanField("rewritten", isNeeded && !dryRun);
                    json.writeArrayFieldStart("files");
                    for (Upgrade.Format file : formats) {
                        json.writeStartObject();
                        json.writeStringField("file", file.file());
                        json.writeNumberField("format", file.format());
                        json.writeNumberField("format_written", file.formatWritten());
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                });
    }
}
