package sluice.export.files;

/**
 * How the buckets of a store are shared out to the files of an export: each file has the rows of
 * one range of ids. It depends on the store and the wish of the user alone, not on threads.
 *
 * @param buckets of the store
 * @param count of the ranges
 */
public record BucketRanges(int buckets, int count) {
    /** More files than these of one kind help nobody. */
    public static final int FILES_MAX = 256;

    public BucketRanges {
        if (buckets < 1 || count < 1 || count > buckets) {
            throw new IllegalArgumentException("%d buckets in %d ranges".formatted(buckets, count));
        }
    }

    /**
     * The ranges of {@code buckets}.
     *
     * @param shards how many there are at most: a bucket is never divided; 0 for as many as are
     *     useful
     */
    public static BucketRanges of(int buckets, int shards) {
        int wanted = shards == 0 ? FILES_MAX : shards;
        return new BucketRanges(buckets, Math.min(wanted, buckets));
    }

    /** The first bucket of a range. */
    public int first(int range) {
        return (int) ((long) range * buckets / count);
    }

    /** The first bucket behind a range. */
    public int end(int range) {
        return first(range + 1);
    }
}
