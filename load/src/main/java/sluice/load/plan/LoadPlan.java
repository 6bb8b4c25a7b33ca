package sluice.load.plan;

import java.util.Optional;
import sluice.ingest.Source;
import sluice.ingest.row.Relation;
import sluice.load.job.Forecast;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.segment.Borders;
import sluice.store.Manifest;

/** How a load cuts its source and its store, decided from a sample before the first chunk. */
public record LoadPlan(Borders borders, ChunkRule.Choice chunks) {
    public static final long CHUNK_BYTES_MAX = 64L << 20;

    private static final long NAME_CHUNK_BYTES_MIN = 1L << 20;

    /** More names than of such a chunk do not stay in the caches of a processor. */
    private static final long NAME_CHUNK_BYTES_MAX = 32L << 20;

    /** A chunk that overflows its pool leaves several runs, about this many at most. */
    private static final long RUNS_OF_NAME_CHUNK_MAX = 2;

    public static LoadPlan of(
            Source source, LoadOptions options, Optional<Manifest> before, SourceSample sample) {
        return of(source, options, MemoryPlan.of(options), before, sample);
    }

    public static LoadPlan of(
            Source source,
            LoadOptions options,
            MemoryPlan memory,
            Optional<Manifest> before,
            SourceSample sample) {
        long inputBytes = InputSize.of(source);
        long bucketBytes = bucketBytes(source, options);
        BucketPlanner planner = new BucketPlanner(sample.keys());
        Borders borders =
                before.map(
                                old ->
                                        planner.extend(
                                                old.buckets(),
                                                old.borders(),
                                                inputBytes,
                                                bucketBytes))
                        .orElseGet(() -> planner.plan(inputBytes, bucketBytes));
        return new LoadPlan(borders, chunks(source, inputBytes, options, memory, sample));
    }

    private static ChunkRule.Choice chunks(
            Source source,
            long inputBytes,
            LoadOptions options,
            MemoryPlan memory,
            SourceSample sample) {
        if (options.chunkBytes() > 0) {
            return new ChunkRule.Choice(options.chunkBytes(), Forecast.ChunksChosenBy.OPTION);
        }
        int threads = options.threads();
        long usual = memory.chunkBytes(inputBytes, expansion(sample), threads, CHUNK_BYTES_MAX);
        ChunkRule.Choice choice =
                ChunkRule.choose(sample.rates(source, options), threads, inputBytes, usual);
        long nameChunk = nameChunkBytes(source, options);
        // Chunks whose rows the first pass leaves do not wait for a slow source again.
        boolean takesNameChunk =
                source.hasIdNames()
                        && (choice.by() == Forecast.ChunksChosenBy.MEMORY || leavesRows(source))
                        && nameChunk <= RUNS_OF_NAME_CHUNK_MAX * usual;
        return takesNameChunk
                ? new ChunkRule.Choice(nameChunk, Forecast.ChunksChosenBy.MEMORY)
                : choice;
    }

    /** Whether {@link #leavesRows(Relation)} is so of all its files. */
    public static boolean leavesRows(Source source) {
        return source.files().stream().allMatch(file -> leavesRows(file.relation()));
    }

    /**
     * Whether the pass that collects the names of such rows leaves the rows too: facts about named
     * nodes. Others are parsed a second time.
     */
    public static boolean leavesRows(Relation relation) {
        return relation.hasFactNames() && relation.ledger() == null;
    }

    /** Bytes in a pool for each byte of input, unpacked as chunks are. */
    private static double expansion(SourceSample sample) {
        return sample.rows().totalBytes() / (double) Math.max(1, sample.read().textBytes());
    }

    /** How much of the source a pool of {@code memory} holds, {@code max} at most. */
    public static long fittingBytes(
            Source source, MemoryPlan memory, SourceSample sample, long max) {
        return memory.chunkBytes(InputSize.of(source), expansion(sample), 1, max);
    }

    /**
     * How large the chunks are whose names are collected, before anything is known of the source.
     * Rows are staged in the same ones where they can be, as the order of the names of a chunk then
     * saves looking them up.
     */
    public static long nameChunkBytes(Source source, LoadOptions options) {
        if (options.chunkBytes() > 0) {
            return options.chunkBytes();
        }
        long most = NAME_CHUNK_BYTES_MAX * options.threads();
        long rounds = Math.max(1, Math.ceilDiv(InputSize.of(source), most));
        long even = Math.ceilDiv(InputSize.of(source), rounds * options.threads());
        return Math.clamp(even, NAME_CHUNK_BYTES_MIN, NAME_CHUNK_BYTES_MAX);
    }

    /** How many bytes of input a bucket of this load should hold. */
    public static long bucketBytes(Source source, LoadOptions options) {
        return options.bucketBytes() > 0
                ? options.bucketBytes()
                : BucketPlanner.bucketBytes(InputSize.of(source));
    }
}
