package sluice.spark;

import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;
import org.jspecify.annotations.Nullable;
import sluice.segment.KeyRange;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * A partition: buckets that follow one another, with what a task of another process needs to open
 * them.
 *
 * @param firstBucket the index of the first one in the store
 * @param borders the first key of each bucket and of the one after the last: id1, id2, id1, …;
 *     without the last pair where the last bucket is the store's last
 * @param segments for each bucket its segment, or null
 * @param built for each bucket whether its segment has all its rows
 */
record TablePart(int firstBucket, long[] borders, @Nullable FileRef[] segments, boolean[] built)
        implements InputPartition {

    /** The buckets {@code first} up to {@code end} of a store. */
    static TablePart of(Manifest manifest, int first, int end) {
        List<Bucket> buckets = manifest.buckets();
        int keys = Math.min(end + 1, buckets.size()) - first;
        long[] borders = new long[2 * keys];
        for (int i = 0; i < keys; i++) {
            borders[2 * i] = buckets.get(first + i).firstId1();
            borders[2 * i + 1] = buckets.get(first + i).firstId2();
        }
        @Nullable FileRef[] segments = new FileRef[end - first];
        boolean[] built = new boolean[end - first];
        for (int i = 0; i < segments.length; i++) {
            Bucket bucket = buckets.get(first + i);
            segments[i] = bucket.segment() == null ? null : FileRef.of(bucket.segment());
            built[i] = bucket.state() == Bucket.State.BUILT;
        }
        return new TablePart(first, borders, segments, built);
    }

    int buckets() {
        return segments.length;
    }

    /** The keys of bucket {@code index} of this partition. */
    KeyRange range(int index) {
        boolean open = 2 * index + 2 == borders.length;
        return new KeyRange(
                borders[2 * index],
                borders[2 * index + 1],
                open ? 0 : borders[2 * index + 2],
                open ? 0 : borders[2 * index + 3],
                open);
    }
}
