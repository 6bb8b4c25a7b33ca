package sluice.cli.verbs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.ask.ScanArguments;
import sluice.cli.ask.ScanOptions;
import sluice.cli.console.LineWords;
import sluice.cli.options.ExportDirectory;
import sluice.cli.options.NewDirectory;
import sluice.cli.options.Ro2Arguments;
import sluice.cli.options.StatementArguments;
import sluice.cli.show.ScanLine;
import sluice.export.ExportOptions;
import sluice.export.ExportOptions.Format;
import sluice.export.Exporter;
import sluice.export.rdf.RdfOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.store.ScanProgress;
import sluice.voldemort.format.StoreBuilder;

/** {@code sluice export}: writes a store back to text. */
@Command(
        name = "export",
        description = {
            "Write the graph in STORE to comma-separated files in DIR, with the mapping that loads"
                    + " them: a load of DIR gives the same hash.",
            "Rows come id by id. Hidden links, versions and times are kept; fields with commas, quotes"
                    + " or line ends stand in quotes (RFC 4180). There is a set of files for each pair"
                    + " of groups that links join. DIR must be empty, or it is made.",
            "With --parquet the files are Parquet, with the same columns: ids and types are unsigned"
                    + " numbers or, where they are names, texts; data are bytes.",
            "With --rdf the files have statements of RDF, and the schema of the store is beside them;"
                    + " a store with properties is exported so alone. Links backwards (@reverse) are"
                    + " not written, since a load makes them. What RDF cannot say is refused by name.",
            "With --ro2 DIR has read-only stores of Voldemort, nodes and links, with a directory for"
                    + " each server (docs/voldemort.md)."
        },
        footer = {
            "",
            "Examples:",
            "  sluice export friends out",
            "  sluice load copy out --mapping out/mapping.yaml",
            "  sluice hash friends; sluice hash copy      # the same digest twice",
            "  sluice export friends out --parquet",
            "  sluice export people out --rdf dgraph --gzip",
            "  sluice export people out --rdf dgraph --shards 8 --shard-by predicate",
            "  sluice export people - --rdf w3c | grep example.org",
            "  sluice export pairs out --ro2 --nodes 3 --replicas 2"
        })
public final class ExportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private ScanArguments store = new ScanArguments();

    @Parameters(
            index = "1",
            paramLabel = "DIR",
            description = "A new or an empty directory; with --rdf also -, the standard output.")
    private Path directory = Path.of("");

    @Mixin private StatementArguments statements = new StatementArguments();

    @Option(
            names = "--parquet",
            description = "Write Parquet, packed by zstd, instead of comma-separated files.")
    private boolean parquet;

    @Option(
            names = "--shards",
            paramLabel = "N",
            description =
                    "At most N files of a kind, each with one range of ids (default: 256). A bucket of"
                            + " the store is never divided, neither is a predicate by --shard-by.")
    private @Nullable Integer shards;

    @Mixin private Ro2Arguments ro2 = new Ro2Arguments();

    @Override
    public Integer call() throws IOException {
        int files = shards();
        RdfOptions options = statements.options(files).orElse(null);
        boolean isStandardOutput = directory.toString().equals("-");
        if (ro2.isAsked() && (options != null || shards != null)) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "--ro2 is without --rdf and --shards; remove them");
        }
        if (options != null && parquet) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--parquet writes rows, and --rdf statements; leave one of them out");
        }
        if (options == null && isStandardOutput) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "found - as DIR, but an export is several files; name a directory, or write"
                            + " statements with --rdf dgraph or --rdf w3c");
        }
        if (!isStandardOutput) {
            store.requireOutside(directory);
        }
        try (ScanOptions.Opened opened = store.open()) {
            Optional<StoreBuilder.Layout> layout = ro2.layout(opened.rowBytes());
            if (layout.isPresent()) {
                NewDirectory.refuseNotEmpty(directory);
                return new Ro2Export(spec, opened).run(directory, layout.get());
            }
            if (options == null) {
                NewDirectory.refuseNotEmpty(directory);
                tell(rows(opened, files));
                return 0;
            }
            return new RdfExport(spec, store, opened, options).run(directory, isStandardOutput);
        }
    }

    private Exporter.Result rows(ScanOptions.Opened opened, int files) throws IOException {
        ScanProgress progress = new ScanProgress();
        Format format = parquet ? Format.PARQUET : Format.CSV;
        try (ExportDirectory target = new ExportDirectory(directory);
                ScanLine _ = ScanLine.of(spec, "exporting", progress)) {
            return Exporter.export(
                    opened.reader(),
                    opened.dictionary(),
                    target.storage(),
                    new ExportOptions(format, files, store.threads()),
                    progress);
        }
    }

    private int shards() {
        if (shards == null) {
            return 0;
        }
        if (shards < 1 || shards > RdfOptions.SHARDS_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--shards must be from 1 to %d, not %d"
                            .formatted(RdfOptions.SHARDS_MAX, shards));
        }
        return shards;
    }

    private void tell(Exporter.Result result) {
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
                                        LineWords.quoted(directory.toString()),
                                        LineWords.quoted(
                                                directory.resolve(Exporter.MAPPING).toString())));
    }
}
