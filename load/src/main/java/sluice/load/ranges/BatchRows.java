package sluice.load.ranges;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import sluice.load.files.RunFiles;
import sluice.plan.RangeKey;
import sluice.plan.Sample;
import sluice.plan.run.TableRange;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.KeyRange;
import sluice.segment.RowScanner;
import sluice.segment.Slice;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * The rows that a staged load brings to each range, counted from its runs, and the keys at which
 * ranges can be cut.
 *
 * <p>Rows of runs are counted, before those of one key are made one. A bucket that has much of the
 * batch, or that a range begins inside of, is scanned twice: for keys, then for the rows between
 * them. Memory: a few kilobytes for each such bucket. All rows of an id stay together.
 *
 * <p>How many rows there are in the table already is counted from segments, to within a block of
 * rows at each key.
 */
final class BatchRows {
    /** A bucket that has more than this part of a piece's share is looked into. */
    private static final long PARTS = 4;

    private static final int KEYS_PER_BUCKET_MAX = 1024;
    private static final int KEYS_PER_PART = 4;

    private static final long[] NONE = new long[2];

    private final Storage storage;
    private final Manifest manifest;
    private final Borders borders;

    /** Rows from each key on, up to the next. */
    private final TreeMap<Long, long[]> rows = new TreeMap<>(Long::compareUnsigned);

    /** The rows of a range and the keys that it can be cut at. */
    record Counted(TableRange range, long existing, long incoming, Sample sample) {}

    private BatchRows(Storage storage, Manifest manifest) {
        this.storage = storage;
        this.manifest = manifest;
        this.borders = manifest.borders();
    }

    /**
     * Counts for {@code ranges}, which are in the order of keys.
     *
     * @param pieces into how many pieces the batch is to be dealt out at least
     */
    static List<Counted> count(
            Storage storage, Manifest manifest, List<TableRange> ranges, long pieces)
            throws IOException {
        BatchRows counting = new BatchRows(storage, manifest);
        counting.countAll(ranges, pieces);
        return counting.deal(ranges);
    }

    /** The rows of the largest bucket that is to come. */
    static long largestBucket(Storage storage, Manifest manifest) throws IOException {
        return Arrays.stream(toCome(storage, manifest)).max().orElse(0);
    }

    /** The rows of all buckets that are to come. */
    static long all(Storage storage, Manifest manifest) throws IOException {
        return Arrays.stream(toCome(storage, manifest)).sum();
    }

    /** The rows of each bucket; 0 for one that is built. */
    private static long[] toCome(Storage storage, Manifest manifest) throws IOException {
        long[] rows = new long[manifest.buckets().size()];
        try (RunFiles runs = RunFiles.open(storage, manifest.runs())) {
            for (int bucket = 0; bucket < rows.length; bucket++) {
                boolean isToCome = manifest.buckets().get(bucket).state() != Bucket.State.BUILT;
                rows[bucket] = isToCome ? runs.rows(bucket) : 0;
            }
        }
        return rows;
    }

    private void countAll(List<TableRange> ranges, long pieces) throws IOException {
        TreeSet<Long> cuts = new TreeSet<>(Long::compareUnsigned);
        ranges.stream()
                .filter(range -> !range.first().equals(RangeKey.FIRST))
                .forEach(range -> cuts.add(firstId(range.first())));
        Map<FileEntry, Integer> sharers = sharers();
        try (RunFiles runs = RunFiles.open(storage, manifest.runs())) {
            long[] incoming = new long[borders.count()];
            for (int bucket = 0; bucket < incoming.length; bucket++) {
                boolean isToCome = manifest.buckets().get(bucket).state() != Bucket.State.BUILT;
                incoming[bucket] = isToCome ? runs.rows(bucket) : 0;
            }
            long part = Math.max(1, Arrays.stream(incoming).sum() / pieces / PARTS);
            for (int bucket = 0; bucket < incoming.length; bucket++) {
                SortedSet<Long> inside = inside(bucket, cuts);
                long come = incoming[bucket];
                if (come > part || come > 0 && !inside.isEmpty()) {
                    long[] keys = lookInto(runs, bucket, come, part, inside);
                    long[] sums = new long[keys.length];
                    scan(runs, bucket, id -> sums[find(keys, id)]++);
                    add(keys, existing(bucket, keys, sharers), sums);
                } else {
                    long[] keys = keys(bucket, inside, new long[0]);
                    long[] sums = new long[keys.length];
                    sums[0] = come;
                    add(keys, existing(bucket, keys, sharers), sums);
                }
            }
        }
    }

    private void add(long id, long existing, long incoming) {
        long[] sums = rows.computeIfAbsent(id, _ -> new long[2]);
        sums[0] += existing;
        sums[1] += incoming;
    }

    /** How many buckets have their rows in each segment. */
    private Map<FileEntry, Integer> sharers() {
        Map<FileEntry, Integer> sharers = new HashMap<>();
        for (Bucket bucket : manifest.buckets()) {
            if (bucket.segment() != null) {
                sharers.merge(bucket.segment(), 1, Integer::sum);
            }
        }
        return sharers;
    }

    /** Rows of the bucket's segment from each of {@code keys} up to the next. */
    private long[] existing(int bucket, long[] keys, Map<FileEntry, Integer> sharers)
            throws IOException {
        long[] existing = new long[keys.length];
        FileEntry segment = manifest.buckets().get(bucket).segment();
        if (segment == null) {
            return existing;
        }
        boolean isShared = sharers.getOrDefault(segment, 1) > 1;
        try (BlockFile file = BlockFile.openConfined(storage, segment)) {
            long below = isShared ? file.rowsBelow(keys[0]) : 0;
            for (int key = 0; key < keys.length; key++) {
                boolean isLast = key == keys.length - 1;
                long end =
                        isLast && (!isShared || bucket == borders.count() - 1)
                                ? file.linkRows() + file.nodeRows()
                                : file.rowsBelow(isLast ? borders.id1(bucket + 1) : keys[key + 1]);
                existing[key] = Math.max(0, end - below);
                below = Math.max(below, end);
            }
        }
        return existing;
    }

    /** Those of {@code ids} that are in the bucket, behind its first id. */
    private SortedSet<Long> inside(int bucket, TreeSet<Long> ids) {
        long first = borders.id1(bucket);
        return bucket == borders.count() - 1
                ? ids.tailSet(first, false)
                : ids.subSet(first, false, borders.id1(bucket + 1), false);
    }

    /** Keys at which the bucket can be cut, from its rows in runs. */
    private long[] lookInto(
            RunFiles runs, int bucket, long incoming, long part, SortedSet<Long> inside)
            throws IOException {
        int wanted = Math.clamp(incoming / part * KEYS_PER_PART, 1, KEYS_PER_BUCKET_MAX);
        long step = Math.max(1, incoming / wanted);
        long[] ids = new long[(int) (incoming / step) + 1];
        int[] found = {0};
        long[] seen = {0};
        scan(
                runs,
                bucket,
                id -> {
                    if (seen[0]++ % step == 0) {
                        ids[found[0]++] = id;
                    }
                });
        return keys(bucket, inside, Arrays.copyOf(ids, found[0]));
    }

    /** The first id of a bucket and others of it, in their order. */
    private long[] keys(int bucket, SortedSet<Long> inside, long[] sampled) {
        TreeSet<Long> keys = new TreeSet<>(inside);
        keys.add(borders.id1(bucket));
        Arrays.stream(sampled).forEach(keys::add);
        return keys.stream().mapToLong(Long::longValue).toArray();
    }

    /** Adds the rows from each of {@code keys} up to the next. */
    private void add(long[] keys, long[] existing, long[] incoming) {
        for (int key = 0; key < keys.length; key++) {
            add(keys[key], existing[key], incoming[key]);
        }
    }

    private void scan(RunFiles runs, int bucket, LongConsumer ids) throws IOException {
        RowScanner scanner = new RowScanner();
        KeyRange range = KeyRange.of(borders, bucket, bucket);
        for (Slice slice : runs.slices(bucket)) {
            scanner.scan(
                    slice.file(),
                    slice.kind(),
                    slice.from(),
                    slice.to(),
                    range,
                    (id1, _, _, _, _, _, _, _, _) -> ids.accept(id1));
        }
    }

    /** The last of {@code keys} that is not above {@code id}; the first if all are. */
    private static int find(long[] keys, long id) {
        int low = 0;
        int high = keys.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (Long.compareUnsigned(keys[middle], id) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private List<Counted> deal(List<TableRange> ranges) {
        List<List<Long>> ids = new ArrayList<>();
        ranges.forEach(_ -> ids.add(new ArrayList<>()));
        int at = 0;
        for (long id : rows.keySet()) {
            RangeKey key = RangeKey.of(id);
            while (at + 1 < ranges.size() && ranges.get(at + 1).first().compareTo(key) <= 0) {
                at++;
            }
            ids.get(at).add(id);
        }
        List<Counted> counted = new ArrayList<>();
        for (int range = 0; range < ranges.size(); range++) {
            List<Long> mine = ids.get(range);
            long[] existing =
                    mine.stream().mapToLong(id -> rows.getOrDefault(id, NONE)[0]).toArray();
            long[] incoming =
                    mine.stream().mapToLong(id -> rows.getOrDefault(id, NONE)[1]).toArray();
            List<RangeKey> keys = mine.stream().map(RangeKey::of).toList();
            counted.add(
                    new Counted(
                            ranges.get(range),
                            Arrays.stream(existing).sum(),
                            Arrays.stream(incoming).sum(),
                            Sample.weighted(keys, existing, incoming)));
        }
        return counted;
    }

    /** The id that a key begins with; of a shorter key, with zeros behind it. */
    static long firstId(RangeKey key) {
        byte[] bytes = Arrays.copyOf(key.bytes(), Long.BYTES);
        long id = 0;
        for (byte part : bytes) {
            id = id << Byte.SIZE | part & 0xff;
        }
        return id;
    }
}
