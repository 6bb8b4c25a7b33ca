package sluice.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.ingest.Source;
import sluice.ingest.SourceOptions;
import sluice.load.Demand;
import sluice.load.Load;
import sluice.load.LoadOptions;
import sluice.load.LoadProgress;
import sluice.load.LoadResult;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.StorageErrors;

/** {@code sluice load}: loads a source into a store, or goes on with an interrupted load. */
@Command(
        name = "load",
        description = {
            "Load files of nodes and links into a store.",
            "",
            "Every query is answered completely from the moment called uptime on, while the store is"
                    + " still being built. An interrupted load goes on with the same command. A"
                    + " store that holds data already takes more: new rows, updates, deletes."
        },
        footer = {
            "",
            "Examples:",
            "  sluice load graph edges.txt                an edge list: two numbers a line",
            "  sluice load graph people.csv knows-*.csv   headers as neo4j-admin has them",
            "  sluice load graph dump/ --mapping m.yaml   columns as docs/mapping.md says",
            "  zcat e.gz | sluice load graph -            standard input, numbers only",
            "",
            "Exit status: 0 loaded, 2 a wrong option or mapping, 3 a source that cannot be read, 4 a"
                    + " store that cannot be loaded into, 5 a damaged store, 6 no room or"
                    + " permission, 130 stopped by Ctrl-C. After 6 and 130 the same command goes on."
        })
final class LoadCommand implements Callable<Integer> {
    private static final long KIB = 1L << 10;
    private static final long GIB = 1L << 30;

    /** How a final report is written. */
    enum ReportFormat {
        TEXT,
        JSON
    }

    /** How progress is shown. */
    enum ProgressKind {
        AUTO,
        BAR,
        PLAIN,
        JSON,
        NONE
    }

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "STORE",
            description = "Directory of the store; made where there is none.")
    private Path store = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SOURCE",
            description =
                    "Files, directories, globs, lists with commas, or - for standard input; plain,"
                            + " gzip or zstd.")
    private List<String> sources = List.of();

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description =
                    "YAML file that says what columns mean (default: headers and shape say it).")
    private @Nullable Path mapping;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Memory that the whole process may take, 256m or more (default: half of the"
                            + " machine's, at most 2g).")
    private @Nullable Long memoryBytes;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that parse, sort and merge, 1 to 1024 (default: all cores).")
    private @Nullable Integer threads;

    @Option(
            names = "--chunk-size",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Input that is staged, and resumed, as one, 4k to 1g (default: by memory and"
                            + " input, at most 64m).")
    private @Nullable Long chunkBytes;

    @Option(
            names = "--bucket-size",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Input whose rows are built as one, 64k to 1g (default: by the input, about"
                            + " 16m).")
    private @Nullable Long bucketBytes;

    @Option(
            names = "--on-error",
            paramLabel = "WHAT",
            defaultValue = "fail",
            description =
                    "What a row that cannot be read does: fail (stop the load), skip (leave it out),"
                            + " divert (keep it in a file of rejects) (default: fail).")
    private LoadOptions.OnError onError = LoadOptions.OnError.FAIL;

    @Option(
            names = "--max-rejects",
            paramLabel = "N|N%",
            converter = RejectLimit.class,
            description =
                    "How many rows, or how many in a hundred, may be skipped or diverted before the"
                            + " load stops (default: no limit).")
    private LoadOptions.RejectBudget maxRejects = LoadOptions.RejectBudget.UNLIMITED;

    @Option(
            names = "--source-rate",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description =
                    "Bytes of the source to read in a second at most, 1k or more (default: no"
                            + " limit).")
    private @Nullable Long rateBytesPerSecond;

    @Option(
            names = "--progress",
            paramLabel = "HOW",
            defaultValue = "auto",
            description =
                    "How progress is shown on standard error: bar, plain (a line every 5 s), json"
                            + " (an object a second), none, auto (bar on a terminal, else plain)"
                            + " (default: auto).")
    private ProgressKind progressKind = ProgressKind.AUTO;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Of the final report: text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        LoadOptions options = options();
        SourceOptions reading = sourceOptions();
        Main main = Main.of(spec);
        LoadProgress progress = new LoadProgress();
        LoadReport report;
        try (LoadWatch watch =
                new LoadWatch(progress, view(main.terminal()), main.stop(), System::nanoTime)) {
            Source source = Source.open(sources, mapping, reading);
            Storage storage = StoreDirectory.created(store);
            main.stop().arm();
            LoadResult result = load(storage, source, options, progress, watch);
            report = LoadReport.of(store, storage, source, options, result, progress, watch);
        }
        PrintWriter output = spec.commandLine().getOut();
        switch (format) {
            case TEXT -> report.printText(output);
            case JSON -> report.printJson(output);
        }
        return 0;
    }

    private LoadOptions options() {
        LoadOptions options = LoadOptions.defaults().withRejects(onError, maxRejects);
        if (memoryBytes != null) {
            @Nullable Long told = Long.getLong("sluice.memory.bytes");
            if (told != null && !told.equals(memoryBytes)) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "--memory says %d bytes, but Java was started for %d; write it once, as --memory 512m"
                                .formatted(memoryBytes, told));
            }
            options = options.withMemory(memoryBytes, options.heapBytes());
        }
        if (threads != null) {
            options = options.withThreads(threads);
        }
        if (chunkBytes != null) {
            options = options.withChunkBytes(inRange("--chunk-size", chunkBytes, 4 * KIB, GIB));
        }
        if (bucketBytes != null) {
            options = options.withBucketBytes(inRange("--bucket-size", bucketBytes, 64 * KIB, GIB));
        }
        return options;
    }

    private SourceOptions sourceOptions() {
        SourceOptions usual = SourceOptions.standard();
        return rateBytesPerSecond == null
                ? usual
                : new SourceOptions(
                        inRange("--source-rate", rateBytesPerSecond, KIB, Long.MAX_VALUE),
                        usual.nanoClock(),
                        usual.standardInput());
    }

    private long inRange(String option, long bytes, long min, long max) {
        if (bytes < min || bytes > max) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%s of %d bytes is out of range; expected %d to %d"
                            .formatted(option, bytes, min, max));
        }
        return bytes;
    }

    private ProgressView view(Terminal terminal) {
        PrintWriter errors = spec.commandLine().getErr();
        return switch (progressKind) {
            case AUTO -> terminal.errors() ? new BarView(errors, terminal) : new PlainView(errors);
            case BAR -> new BarView(errors, terminal);
            case PLAIN -> new PlainView(errors);
            case JSON -> new JsonView(errors);
            case NONE -> ProgressView.NONE;
        };
    }

    /** Runs the load; a full disk is told with what is there and what is still to be written. */
    private static LoadResult load(
            Storage storage,
            Source source,
            LoadOptions options,
            LoadProgress progress,
            LoadWatch watch)
            throws IOException {
        try {
            return Load.run(storage, source, options, progress, watch, new Demand());
        } catch (UncheckedIOException e) {
            throw withRoom(e.getCause(), storage, progress);
        } catch (IOException e) {
            throw withRoom(e, storage, progress);
        }
    }

    private static IOException withRoom(
            @Nullable IOException failure, Storage storage, LoadProgress progress)
            throws IOException {
        IOException cause = failure == null ? new IOException("a failure without cause") : failure;
        if (!StorageErrors.isDiskFull(cause)) {
            return cause;
        }
        throw new SluiceException(
                ErrorCode.RESOURCE,
                "%s: no room left on the disk: %s are free, about %s more are needed (%s); make room and repeat the same command to go on"
                        .formatted(
                                storage.location(),
                                Amounts.bytes(storage.usableBytes()),
                                Amounts.bytes(bytesToWrite(progress)),
                                cause.getMessage()),
                cause);
    }

    /** The runs that are still to come, as large for their input as those so far, and segments. */
    private static double bytesToWrite(LoadProgress progress) {
        double read = Math.max(1, progress.bytesRead());
        double perByte = progress.runBytes() == 0 ? 1 : progress.runBytes() / read;
        double runs = Math.max(0, progress.bytesTotal() - progress.bytesRead()) * perByte;
        double segments = Math.max(0, progress.bytesTotal() * perByte - progress.segmentBytes());
        return progress.phase() == LoadProgress.Phase.BUILD ? segments : runs + segments;
    }
}
