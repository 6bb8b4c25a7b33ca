package sluice.cli.verbs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import sluice.cli.ask.ScanArguments;
import sluice.cli.ask.ScanOptions;
import sluice.cli.console.LineWords;
import sluice.cli.options.ExportDirectory;
import sluice.cli.options.NewDirectory;
import sluice.cli.show.ScanLine;
import sluice.export.rdf.RdfExporter;
import sluice.export.rdf.RdfOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.schema.Schema;
import sluice.store.ScanProgress;
import sluice.store.StoreSchema;

/** {@code sluice export --rdf}: writes a store as statements, into a directory or to the output. */
final class RdfExport {
    private final CommandSpec spec;
    private final ScanArguments store;
    private final ScanOptions.Opened opened;
    private final RdfOptions options;

    RdfExport(
            CommandSpec spec, ScanArguments store, ScanOptions.Opened opened, RdfOptions options) {
        this.spec = spec;
        this.store = store;
        this.opened = opened;
        this.options = options;
    }

    int run(Path directory, boolean isStandardOutput) throws IOException {
        Schema schema = StoreSchema.read(store.storage(), opened.reader().manifest()).schema();
        RdfExporter.Result result;
        if (isStandardOutput) {
            if (options.packed()
                    || options.shards() > 0
                    || options.shardBy() == RdfOptions.ShardBy.PREDICATE) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "found - as DIR with --gzip, --shards or --shard-by, which are about files;"
                                + " remove them");
            }
            try {
                result = print(schema);
            } catch (OutputEnded ended) {
                // A full disk is told when the process ends; a reader that left is no failure.
                return 0;
            }
        } else {
            NewDirectory.refuseNotEmpty(directory);
            result = write(schema, directory);
            tell(result, directory);
        }
        PrintWriter errors = spec.commandLine().getErr();
        for (String note : result.notes()) {
            errors.println("sluice: a load gives another hash: " + note);
        }
        errors.flush();
        return 0;
    }

    private RdfExporter.Result write(Schema schema, Path directory) throws IOException {
        ScanProgress progress = new ScanProgress();
        try (ExportDirectory target = new ExportDirectory(directory);
                ScanLine _ = ScanLine.of(spec, "exporting", progress)) {
            return RdfExporter.export(
                    opened.reader(),
                    opened.dictionary(),
                    schema,
                    options,
                    new RdfExporter.Target(target.storage(), store.threads(), progress));
        }
    }

    private RdfExporter.Result print(Schema schema) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        return RdfExporter.write(
                opened.reader(), opened.dictionary(), schema, options, new TextStream(out));
    }

    private void tell(RdfExporter.Result result, Path directory) {
        String mapping =
                result.mapped()
                        ? " --mapping "
                                + LineWords.quoted(
                                        directory.resolve(RdfExporter.MAPPING).toString())
                        : "";
        spec.commandLine()
                .getOut()
                .println(
                        "%s and %s%s in %s, %s; load them with:%n  sluice load STORE %s%s"
                                .formatted(
                                        Amounts.counted(result.links(), "link"),
                                        Amounts.counted(result.properties(), "property"),
                                        result.complete()
                                                ? ""
                                                : " so far (the store is not complete)",
                                        Amounts.counted(result.files(), "file"),
                                        Amounts.bytesToTenth(result.bytes()),
                                        LineWords.quoted(directory.toString()),
                                        mapping));
    }

    /** Statements as characters of a writer; each piece that comes has whole statements. */
    private static final class TextStream extends OutputStream {
        private final PrintWriter out;

        TextStream(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void write(int value) {
            throw new IllegalStateException("statements come in pieces");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.print(new String(bytes, offset, length, StandardCharsets.UTF_8));
            if (out.checkError()) {
                throw new OutputEnded();
            }
        }
    }

    /** The output takes no more: its reader has seen enough, or the disk is full. */
    private static final class OutputEnded extends IOException {
        private static final long serialVersionUID = 1;

        OutputEnded() {
            super("standard output takes no more");
        }
    }
}
