package sluice.load;

import java.util.Optional;
import sluice.ingest.Source;
import sluice.segment.Borders;
import sluice.store.Manifest;

/** How a load cuts its source and its store, decided from a sample before the first chunk. */
record LoadPlan(Borders borders, long chunkBytes) {
    static final long CHUNK_BYTES_MAX = 64L << 20;

    static LoadPlan of(
            Source source,
            LoadOptions options,
            Optional<Manifest> before,
            Source.Sample read,
            SampleRows sample) {
        return of(source, options, MemoryPlan.of(options), before, read, sample);
    }

    static LoadPlan of(
            Source source,
            LoadOptions options,
            MemoryPlan memory,
            Optional<Manifest> before,
            Source.Sample read,
            SampleRows sample) {
        long inputBytes = InputSize.of(source);
        double expansion = sample.totalBytes() / (double) Math.max(1, read.bytesRead());
        long chunkBytes =
                options.chunkBytes() > 0
                        ? options.chunkBytes()
                        : memory.chunkBytes(
                                inputBytes, expansion, options.threads(), CHUNK_BYTES_MAX);
        long bucketBytes = bucketBytes(source, options);
        BucketPlanner planner = new BucketPlanner(sample);
        Borders borders =
                before.map(
                                old ->
                                        planner.extend(
                                                old.buckets(),
                                                old.borders(),
                                                inputBytes,
                                                bucketBytes))
                        .orElseGet(() -> planner.plan(inputBytes, bucketBytes));
        return new LoadPlan(borders, chunkBytes);
    }

    /** How many bytes of input a bucket of this load should hold. */
    static long bucketBytes(Source source, LoadOptions options) {
        return options.bucketBytes() > 0
                ? options.bucketBytes()
                : BucketPlanner.bucketBytes(InputSize.of(source));
    }
}
