package sluice.cli.ring;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.ReportFormat;
import sluice.cli.console.Terminal;
import sluice.cli.show.ShownText;
import sluice.readonly.Registry;
import sluice.readonly.Ring;
import sluice.readonly.RingRecords;
import sluice.readonly.RingView;

/** {@code sluice ring status}: what a ring serves, and how its nodes stand. */
@Command(
        name = "status",
        description = {
            "Show which version RING serves, its pushes, and how each node stands.",
            "",
            "Reads the records alone, so that it shows what a ring is that has no running node."
        },
        footer = {
            "",
            "Examples:",
            "  sluice ring status ring",
            "  sluice ring status ring --watch          each second, until Ctrl-C",
            "  sluice ring status ring --format json | jq .decision.current",
            "",
            "Exit status: 0 shown, 4 no such ring."
        })
final class RingStatusCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Option(names = "--watch", description = "Show it each second.")
    private boolean watch;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        try (Registry registry = ring.open()) {
            Ring records = new Ring(registry);
            int shownLines = show(records.view(), 0);
            while (watch && !output.checkError() && waitASecond()) {
                shownLines = show(records.view(), shownLines);
            }
        }
        return 0;
    }

    private static boolean waitASecond() {
        try {
            return !new CountDownLatch(1).await(1, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns how many lines were shown, for the next call to draw over. */
    private int show(RingView view, int linesBefore) {
        PrintWriter output = spec.commandLine().getOut();
        if (format == ReportFormat.JSON) {
            output.println(RingRecords.text(view));
            output.flush();
            return 0;
        }
        Terminal terminal = Invocation.of(spec).terminal();
        if (terminal.output() && linesBefore > 0) {
            output.print("\u001b[%dA\u001b[J".formatted(linesBefore));
        }
        int columns = terminal.output() ? terminal.columns().getAsInt() : Terminal.COLUMNS_USUAL;
        List<String> lines = new RingPicture(ring.name(), view).lines();
        for (String line : lines) {
            output.println(ShownText.cut(line, columns, terminal.unicode()));
        }
        output.flush();
        return lines.size();
    }
}
