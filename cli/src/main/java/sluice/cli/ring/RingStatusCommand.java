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
            int shownLines = show(lines(records.view()), 0);
            while (watch && !output.checkError() && waitASecond()) {
                shownLines = show(look(records), shownLines);
            }
        }
        return 0;
    }

    /** Records that are away now are looked at again. */
    private List<String> look(Ring records) {
        try {
            return lines(records.view());
        } catch (IOException e) {
            return List.of("the records cannot be read: " + e.getMessage());
        }
    }

    private static boolean waitASecond() {
        try {
            return !new CountDownLatch(1).await(1, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private List<String> lines(RingView view) {
        return format == ReportFormat.JSON
                ? List.of(RingRecords.text(view))
                : new RingPicture(ring.name(), view).lines();
    }

    /**
     * Returns how many lines were shown, for the next call to draw over. Lines are cut for a
     * terminal alone.
     */
    private int show(List<String> lines, int linesBefore) {
        PrintWriter output = spec.commandLine().getOut();
        Terminal terminal = Invocation.of(spec).terminal();
        if (format == ReportFormat.JSON || !terminal.output()) {
            lines.forEach(output::println);
            output.flush();
            return 0;
        }
        if (linesBefore > 0) {
            output.print("\u001b[%dA\u001b[J".formatted(linesBefore));
        }
        int columns = terminal.columns().getAsInt();
        for (String line : lines) {
            output.println(ShownText.cut(line, columns, terminal.unicode()));
        }
        output.flush();
        return lines.size();
    }
}
