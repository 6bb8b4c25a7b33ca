package sluice.load.plan;

import java.io.IOException;
import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;
import sluice.ingest.row.NameResolver;
import sluice.load.job.LoadOptions;
import sluice.segment.Borders;

/**
 * Chooses the keys that buckets are cut by. Those of a source's sample are enough for a few hundred
 * buckets. For more, a larger sample is read; and where the source is clustered (neighbouring rows
 * have neighbouring ids, as in an export sorted by id), it is read in many small blocks, since the
 * keys of one block say where one place of the source lies and nothing else.
 *
 * <p>A function of the source and the options alone. Holds {@value #KEYS_MAX} keys at most, about
 * 32 MiB; beyond {@value #KEYS_MAX} / {@value #KEYS_PER_BUCKET} buckets each bucket has fewer.
 */
public final class BorderKeys {
    /** The blocks of a sample show this many places of a source. */
    private static final int PLACES = 256;

    private static final int KEYS_PER_BUCKET = 128;
    private static final int KEYS_MAX = 1 << 20;

    /** Of a clustered source: a border is wrong by a quarter of a bucket at most. */
    private static final int BLOCKS_PER_BUCKET = 4;

    /** Least rows of a block, the first of which may be cut. */
    private static final int ROWS_PER_BLOCK = 2;

    private BorderKeys() {}

    /**
     * Returns {@code rows}, or the keys of a second sample.
     *
     * @param read what was sampled first
     * @param rows of that sample
     */
    public static SampleRows of(
            Source source,
            LoadOptions options,
            NameResolver names,
            Source.Sample read,
            SampleRows rows)
            throws IOException {
        long bucketBytes = LoadPlan.bucketBytes(source, options);
        long buckets = BucketPlanner.pieces(InputSize.of(source), bucketBytes);
        if (buckets <= PLACES || rows.rows() == 0 || !isPartOfPlainFile(source, read)) {
            return rows;
        }
        long keys = Math.min(KEYS_MAX, KEYS_PER_BUCKET * buckets);
        boolean clustered = isClustered(rows);
        if (!clustered && rows.count() >= keys) {
            return rows;
        }
        long blocks = clustered ? BLOCKS_PER_BUCKET * buckets : PLACES;
        long sampleBytes = (long) ((double) read.bytesRead() / rows.count() * keys);
        long rowBytes = Math.ceilDiv(read.bytesRead(), rows.rows());
        long blockBytes = Math.max(ROWS_PER_BLOCK * rowBytes, sampleBytes / blocks);
        SampleRows result = new SampleRows();
        source.sampleBlocks(sampleBytes, blockBytes, names, SourceSample.ofSource(source, result));
        return result;
    }

    /** Of packed files and standard input no more than the beginning can be sampled. */
    private static boolean isPartOfPlainFile(Source source, Source.Sample read) {
        return read.files().stream()
                .filter(file -> isPlain(source.files().get(file.fileIndex())))
                .anyMatch(file -> file.bytesRead() < file.bytesTotal());
    }

    private static boolean isPlain(SourceFile file) {
        return file.codec() == SourceFile.Codec.PLAIN && file.lengthBytes() >= 0;
    }

    /**
     * Whether the blocks of a sample reach at most half the key ranges that as many rows in random
     * order would. Blocks of a single row cannot tell, and count as clustered.
     */
    private static boolean isClustered(SampleRows rows) {
        Borders ranges = new BucketPlanner(rows).plan(PLACES, 1);
        SampleRows.Reach reach = rows.reach(ranges);
        return reach.rowsPerBlock() < ROWS_PER_BLOCK || reach.ranges() <= reach.ifRandom() / 2;
    }
}
