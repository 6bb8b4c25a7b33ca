package sluice.load.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import sluice.segment.Borders;
import sluice.store.Bucket;

/**
 * Decides where buckets begin, from a sample of the keys, so that they come out even; an id with
 * more links than a bucket should hold gets buckets of its own, cut by id2. Pure: the same sample
 * gives the same borders.
 */
final class BucketPlanner {
    private static final int BUCKETS_MAX = 1 << 16;

    /** Each bucket is a file to create and to sync, which takes as long as merging some MiB. */
    private static final long BUCKET_BYTES_MIN = 4 << 20;

    private static final long BUCKET_BYTES_MAX = 16 << 20;
    private static final int BUCKETS_USUAL = 64;

    /** A stripe is the part of a bucket that one chunk's rows are sorted in at once. */
    private static final int STRIPES_USUAL = 256;

    private record Key(long id1, long id2) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Borders.compare(id1, id2, other.id1, other.id2);
        }
    }

    private final SampleRows sample;
    private final long[] id1s;

    BucketPlanner(SampleRows sample) {
        this.sample = sample;
        this.id1s = sample.sortedId1s();
    }

    /** How many bytes of input a bucket should hold where the user does not say. */
    static long bucketBytes(long inputBytes) {
        return Math.clamp(inputBytes / BUCKETS_USUAL, BUCKET_BYTES_MIN, BUCKET_BYTES_MAX);
    }

    /** The borders of a new store for {@code inputBytes} bytes of input. */
    Borders plan(long inputBytes, long bucketBytes) {
        return borders(cut(0, id1s.length, pieces(inputBytes, bucketBytes)));
    }

    /**
     * The borders of {@code present} buckets, and new ones inside those that would grow to more
     * than twice what a bucket should hold.
     */
    Borders extend(List<Bucket> present, Borders borders, long inputBytes, long bucketBytes) {
        TreeSet<Key> keys = new TreeSet<>();
        for (int i = 0; i < borders.count(); i++) {
            keys.add(new Key(borders.id1(i), borders.id2(i)));
            Bucket bucket = present.get(i);
            long before = bucket.segment() == null ? 0 : bucket.segment().lengthBytes();
            int from = firstSampleOf(borders.id1(i));
            int to = i + 1 < borders.count() ? firstSampleOf(borders.id1(i + 1)) : id1s.length;
            long added = (long) ((double) inputBytes * (to - from) / Math.max(1, id1s.length));
            if (from < to && before + added > 2 * bucketBytes) {
                keys.addAll(cut(from, to, pieces(before + added, bucketBytes)));
            }
        }
        return borders(keys);
    }

    /**
     * Borders between the stripes into which a chunk's rows are divided; all of {@code buckets} are
     * among them. Inside a bucket a stripe holds all links of an id, or lists would be torn.
     */
    Borders stripes(Borders buckets) {
        TreeSet<Key> keys = cut(0, id1s.length, STRIPES_USUAL);
        keys.removeIf(key -> key.id2() != 0);
        for (int i = 0; i < buckets.count(); i++) {
            keys.add(new Key(buckets.id1(i), buckets.id2(i)));
        }
        return borders(keys);
    }

    /** Into how many buckets {@code bytes} of input are cut. */
    static int pieces(long bytes, long bucketBytes) {
        return Math.clamp((bytes + bucketBytes / 2) / bucketBytes, 1, BUCKETS_MAX);
    }

    /**
     * Where the sample's keys {@code from} up to {@code to} are to be cut to give about {@code
     * pieces}.
     */
    private TreeSet<Key> cut(int from, int to, int pieces) {
        TreeSet<Key> keys = new TreeSet<>();
        double pieceKeys = Math.max(1, (to - from) / (double) pieces);
        double next = from + pieceKeys;
        int begin = from;
        while (begin < to) {
            long id1 = id1s[begin];
            int end = begin + 1;
            while (end < to && id1s[end] == id1) {
                end++;
            }
            if (end - begin >= 2 * pieceKeys) {
                cutInside(id1, end - begin, pieceKeys, keys);
                next = end + pieceKeys;
                if (end < to) {
                    keys.add(new Key(id1s[end], 0));
                }
            } else if (begin >= next) {
                keys.add(new Key(id1, 0));
                next = Math.max(next + pieceKeys, begin);
            }
            begin = end;
        }
        return keys;
    }

    private void cutInside(long id1, int count, double pieceKeys, TreeSet<Key> keys) {
        keys.add(new Key(id1, 0));
        long[] id2s = sample.sortedId2sOf(id1);
        int pieces = (int) Math.round(count / pieceKeys);
        for (int piece = 1; piece < pieces; piece++) {
            keys.add(new Key(id1, id2s[(int) ((long) id2s.length * piece / pieces)]));
        }
    }

    private int firstSampleOf(long id1) {
        int low = 0;
        int high = id1s.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(id1s[middle], id1) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Borders borders(TreeSet<Key> keys) {
        List<Key> all = new ArrayList<>(keys);
        if (all.isEmpty() || all.getFirst().id1() != 0 || all.getFirst().id2() != 0) {
            all.addFirst(new Key(0, 0));
        }
        long[] id1s = all.stream().mapToLong(Key::id1).toArray();
        long[] id2s = all.stream().mapToLong(Key::id2).toArray();
        return new Borders(id1s, id2s);
    }
}
