package sluice.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.ingest.Source;
import sluice.ingest.mapping.MappingText;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.job.LoadOptions;

/** What is loaded and how: the arguments that a load and its dry run share. */
public final class LoadArguments {
    private static final long KIB = 1L << 10;
    private static final long GIB = 1L << 30;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "STORE",
            converter = StoreSite.Converter.class,
            description =
                    "The directory of the store, or its address (s3a://, hdfs://); created if it"
                            + " does not exist.")
    private StoreSite store = StoreSite.of("");

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SOURCE",
            description =
                    "Files, directories, globs, lists with commas, addresses (s3a://, hdfs://), or"
                            + " - for standard input; plain, gzip or zstd.")
    private List<String> sources = List.of();

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            description =
                    "YAML file that says what columns mean (default: headers and shape say it).")
    private @Nullable Path mapping;

    @Mixin private FactArguments facts = new FactArguments();

    @Mixin private MemoryOption memory = new MemoryOption();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that parse, sort and merge, 1 to 1024 (default: all cores).")
    private @Nullable Integer threads;

    @Option(
            names = "--chunk-size",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description =
                    "Input that is staged, and resumed, as one, 4k to 1g (default: by memory, input"
                            + " and speed of the source, at most 64m).")
    private @Nullable Long chunkBytes;

    @Option(
            names = "--bucket-size",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description =
                    "Input whose rows are built as one, 64k to 1g (default: by the input, about"
                            + " 16m).")
    private @Nullable Long bucketBytes;

    @Option(
            names = "--on-error",
            paramLabel = "WHAT",
            description =
                    "What a row that cannot be read does: fail (stop the load), skip (leave it"
                            + " out), divert (keep it in a file of rejects) (default: fail, but divert"
                            + " with --max-rejects).")
    private LoadOptions.@Nullable OnError onError;

    @Option(
            names = "--max-rejects",
            paramLabel = "N|N%",
            converter = OptionValues.Rejects.class,
            description =
                    "How many rows, or how many in a hundred, may be skipped or diverted before the"
                            + " load stops (default: no limit).")
    private LoadOptions.@Nullable RejectBudget maxRejects;

    @Option(
            names = "--dangling",
            paramLabel = "WHAT",
            defaultValue = "accept",
            description =
                    "What a link does with an end that no node row declares: accept (be loaded),"
                            + " report (be loaded and counted), reject (be a row that cannot be"
                            + " read) (default: accept).")
    private LoadOptions.Dangling dangling = LoadOptions.Dangling.ACCEPT;

    @Option(
            names = "--schema-conflict",
            paramLabel = "WHAT",
            defaultValue = "report",
            description =
                    "Several links of a node, of a predicate that the schema declares as uid, with"
                            + " one: report (all are kept, the nodes are counted), fail (the load"
                            + " ends with an error once it has built) (default: report).")
    private LoadOptions.OnConflict onConflict = LoadOptions.OnConflict.REPORT;

    @Option(
            names = "--on-duplicate",
            paramLabel = "WHAT",
            defaultValue = "report",
            description =
                    "A value that several nodes have, of a predicate that the schema declares as"
                            + " @unique: report (all are kept, the values are counted), fail (the"
                            + " load ends with an error once it has built) (default: report).")
    private LoadOptions.OnConflict onDuplicate = LoadOptions.OnConflict.REPORT;

    @Option(
            names = "--source-rate",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description =
                    "Bytes of the source to read in a second at most, 1k or more (default: no"
                            + " limit).")
    private @Nullable Long rateBytesPerSecond;

    /** The directory of the store. */
    public Path store() {
        return store.directory();
    }

    /** Where the store is. */
    public StoreSite site() {
        return store;
    }

    public Source source() throws IOException {
        SourceOptions usual = SourceOptions.standard();
        SourceOptions options =
                rateBytesPerSecond == null
                        ? usual
                        : new SourceOptions(
                                rate(rateBytesPerSecond), usual.nanoClock(), usual.standardInput());
        SourceOptions into = store.isAddress() ? options : options.into(store.directory());
        return Source.open(sources, mapping, into.withFacts(facts.facts()));
    }

    /** How other threads and processes open the same source. */
    public SourceRecipe recipe() throws IOException {
        return new SourceRecipe(
                sources,
                mapping == null ? null : MappingText.read(mapping),
                facts.facts(),
                store.isAddress() ? null : store.directory(),
                rateBytesPerSecond == null ? 0 : rateBytesPerSecond);
    }

    private long rate(long bytesPerSecond) {
        return inRange("--source-rate", bytesPerSecond, KIB, Long.MAX_VALUE);
    }

    /** Throws if a single value is wrong. */
    public void checkValues() {
        options(memory.named(LoadOptions.defaults()));
        if (rateBytesPerSecond != null) {
            rate(rateBytesPerSecond);
        }
    }

    public LoadOptions options() {
        return options(memory.in(LoadOptions.defaults()));
    }

    private LoadOptions options(LoadOptions inMemory) {
        LoadOptions options =
                inMemory.withRejects(onError(), budget())
                        .withDangling(dangling)
                        .withConflicts(onConflict, onDuplicate);
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

    /** Who says how many rows may be rejected wants the others loaded, and those kept. */
    private LoadOptions.OnError onError() {
        if (onError != null) {
            return onError;
        }
        return maxRejects == null ? LoadOptions.OnError.FAIL : LoadOptions.OnError.DIVERT;
    }

    private LoadOptions.RejectBudget budget() {
        return maxRejects == null ? LoadOptions.RejectBudget.UNLIMITED : maxRejects;
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
}
