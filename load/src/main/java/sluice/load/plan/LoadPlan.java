package sluice.load.plan;

import java.util.Optional;
import sluice.ingest.Source;
import sluice.load.job.Forecast;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.segment.Borders;
import sluice.store.Manifest;

/** How a load cuts its source and its store, decided from a sample before the first chunk. */
public record LoadPlan(Borders borders, ChunkRule.Choice chunks) {
    public static final long CHUNK_BYTES_MAX = 64L << 20;

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
        double expansion =
                sample.rows().totalBytes() / (double) Math.max(1, sample.read().bytesRead());
        long usual = memory.chunkBytes(inputBytes, expansion, threads, CHUNK_BYTES_MAX);
        return ChunkRule.choose(sample.rates(source, options), threads, inputBytes, usual);
    }

    /** How many bytes of input a bucket of this load should hold. */
    public static long bucketBytes(Source source, LoadOptions options) {
        return options.bucketBytes() > 0
                ? options.bucketBytes()
                : BucketPlanner.bucketBytes(InputSize.of(source));
    }
}
