package sluice.cli.verbs;

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
import sluice.cli.options.CacheArguments;
import sluice.cli.options.StoreArgument;
import sluice.cli.show.ShownText;
import sluice.cli.stores.RemoteStatus;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** {@code sluice status}: where the last load of a store stands, and its bucket index. */
@Command(
        name = "status",
        description = {
            "Show the progress of the last load of a store, and its bucket index as a picture.",
            "",
            "Reads the manifest only, so a running load does not notice it."
        },
        footer = {
            "",
            "Examples:",
            "  sluice status graph --watch          until all is built",
            "  sluice status graph --format json    with every bucket",
            "",
            "Exit status: 0 shown, 4 no store, 5 a damaged manifest."
        })
public final class StatusCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private StoreArgument store = new StoreArgument();
    @Mixin private CacheArguments cache = new CacheArguments();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Option(names = "--watch", description = "Show it each second until all is built.")
    private boolean watch;

    @Override
    public Integer call() throws IOException {
        Storage storage = cache.existing(spec, store.site());
        ShownStatus shown = read(storage);
        int shownLines = show(shown, 0);
        PrintWriter output = spec.commandLine().getOut();
        while (watch && !shown.isAllBuilt() && !output.checkError() && waitASecond()) {
            ShownStatus next = read(storage);
            if (!next.equals(shown)) {
                shown = next;
                shownLines = show(shown, shownLines);
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

    private ShownStatus read(Storage storage) throws IOException {
        return new ShownStatus(
                store.site().toString(), manifest(storage), RemoteStatus.of(storage));
    }

    private Manifest manifest(Storage storage) throws IOException {
        return ManifestFile.read(storage)
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.STORE,
                                        "%s is not a store, or its first load has not begun to stage; make one with: sluice load %s SOURCE…"
                                                .formatted(store.site(), store.site())));
    }

    /** Returns how many lines were shown, for the next call to draw over. */
    private int show(ShownStatus shown, int linesBefore) throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        if (format == ReportFormat.JSON) {
            output.println(shown.json());
            output.flush();
            return 0;
        }
        Terminal terminal = Invocation.of(spec).terminal();
        if (terminal.output() && linesBefore > 0) {
            output.print("\u001b[%dA\u001b[J".formatted(linesBefore));
        }
        int columns = terminal.output() ? terminal.columns().getAsInt() : Terminal.COLUMNS_USUAL;
        List<String> lines = shown.text(columns, terminal.unicode());
        for (String line : lines) {
            output.println(ShownText.cut(line, columns, terminal.unicode()));
        }
        output.flush();
        return lines.size();
    }
}
