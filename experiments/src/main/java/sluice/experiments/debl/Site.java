package sluice.experiments.debl;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import sluice.linkbench.run.BenchClock;
import sluice.linkbench.run.ListRequests;
import sluice.load.job.LoadOptions;

/**
 * Where a variant is loaded, and what from.
 *
 * @param folder of its own, which is there and empty; tables and databases are named as it is
 * @param phases of this load
 */
record Site(
        Variant variant,
        DeblOptions options,
        LinkFiles files,
        ListRequests requests,
        Path folder,
        DeblServers servers,
        Phases phases,
        BenchClock clock,
        BooleanSupplier stop) {
    private static final long CHUNKS = 64;
    private static final long CHUNK_BYTES_MIN = 256L << 10;
    private static final long CHUNK_BYTES_MAX = 8L << 20;
    private static final long BUCKETS = 24;
    private static final long BUCKET_BYTES_MIN = 256L << 10;

    /** The source from here on. */
    SlowSource source() {
        return new SlowSource(options.sourceBytesPerSecond(), clock::nanoTime, stop);
    }

    /** For names of tables and databases. */
    String name() {
        return folder.getFileName().toString().replace('-', '_');
    }

    /**
     * Chunks that are as small as they can be and still take longer to copy than to stage; buckets
     * as small as pays with HBase, which takes about a second for each.
     */
    LoadOptions loadOptions() {
        long chunk = Math.clamp(files.bytes() / CHUNKS, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX);
        long bucket = Math.max(files.bytes() / BUCKETS, BUCKET_BYTES_MIN);
        return LoadOptions.defaults().withChunkBytes(chunk).withBucketBytes(bucket);
    }
}
