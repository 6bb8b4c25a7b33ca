package sluice.cli.verbs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.ask.ScanArguments;
import sluice.cli.show.ScanLine;
import sluice.export.Exporter;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.storage.DirectoryStorage;
import sluice.store.ScanProgress;

/** {@code sluice export}: writes a store back to text. */
@Command(
        name = "export",
        description = {
            "Write the graph in STORE to comma-separated files in DIR, with the mapping that loads"
                    + " them: a load of DIR gives the same hash.",
            "Rows come id by id. Hidden links, versions and times are kept; fields with commas, quotes"
                    + " or line ends stand in quotes (RFC 4180). There is a set of files for each pair"
                    + " of groups that links join. DIR must be empty, or it is made."
        },
        footer = {
            "",
            "Examples:",
            "  sluice export friends out",
            "  sluice load copy out --mapping out/mapping.yaml",
            "  sluice hash friends; sluice hash copy      # the same digest twice"
        })
public final class ExportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ScanArguments store = new ScanArguments();

    @Parameters(index = "1", paramLabel = "DIR", description = "A new or an empty directory.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws IOException {
        ScanProgress progress = new ScanProgress();
        Exporter.Result result;
        try (ScanArguments.Opened opened = store.open()) {
            refuseNotEmpty();
            DirectoryStorage target = DirectoryStorage.create(directory);
            try (ScanLine _ = ScanLine.of(spec, "exporting", progress)) {
                result =
                        Exporter.export(
                                opened.reader(),
                                opened.dictionary(),
                                target,
                                store.threads(),
                                progress);
            }
        }
        spec.commandLine()
                .getOut()
                .println(
                        "%s and %s%s in %s, %s; load them with:%n  sluice load STORE %s --mapping %s"
                                .formatted(
                                        Amounts.counted(result.nodes(), "node"),
                                        Amounts.counted(result.links(), "link"),
                                        result.complete()
                                                ? ""
                                                : " so far (the store is not complete)",
                                        Amounts.counted(result.files(), "file"),
                                        Amounts.bytesToTenth(result.bytes()),
                                        directory,
                                        directory.resolve(Exporter.MAPPING)));
        return 0;
    }

    /** A load of the directory would read what lies in it besides, also in directories below. */
    private void refuseNotEmpty() throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw new SluiceException(
                    ErrorCode.CONFIG, directory + " is a file; name a new or an empty directory");
        }
        try (Stream<Path> entries = Files.list(directory)) {
            entries.findFirst()
                    .ifPresent(
                            entry -> {
                                throw new SluiceException(
                                        ErrorCode.CONFIG,
                                        "%s is not empty: it holds %s; name a new or an empty directory"
                                                .formatted(directory, entry.getFileName()));
                            });
        }
    }
}
