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
 * <p>How many rows there are in the table already is counted from segments; inside a bucket they
 * are taken to be spread evenly, as it only decides how large a piece is.
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

    private void countAll(List<TableRange> ranges, long pieces) throws IOException {
        TreeSet<Long> cuts = new TreeSet<>(Long::compareUnsigned);
        ranges.stream()
                .filter(range -> !range.first().equals(RangeKey.FIRST))
                .forEach(range -> cuts.add(firstId(range.first())));
        long[] existing = existing();
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
                    lookInto(runs, bucket, come, part, inside, existing[bucket]);
                } else {
                    long[] keys = keys(bucket, inside, new long[0]);
                    long[] sums = new long[keys.length];
                    sums[0] = come;
                    add(keys, existing[bucket], sums);
                }
            }
        }
    }

    private void add(long id, long existing, long incoming) {
        long[] sums = rows.computeIfAbsent(id, _ -> new long[2]);
        sums[0] += existing;
        sums[1] += incoming;
    }

    /** Rows of the segments of each bucket. */
    private long[] existing() throws IOException {
        Map<FileEntry, Integer> sharers = new HashMap<>();
        for (Bucket bucket : manifest.buckets()) {
            if (bucket.segment() != null) {
                sharers.merge(bucket.segment(), 1, Integer::sum);
            }
        }
        long[] existing = new long[borders.count()];
        for (int bucket = 0; bucket < existing.length; bucket++) {
            FileEntry segment = manifest.buckets().get(bucket).segment();
            if (segment != null) {
                try (BlockFile file = BlockFile.open(storage, segment)) {
                    existing[bucket] =
                            (file.linkRows() + file.nodeRows()) / sharers.getOrDefault(segment, 1);
                }
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

    private void lookInto(
            RunFiles runs,
            int bucket,
            long incoming,
            long part,
            SortedSet<Long> inside,
            long existing)
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
        long[] keys = keys(bucket, inside, Arrays.copyOf(ids, found[0]));
        long[] sums = new long[keys.length];
        scan(runs, bucket, id -> sums[find(keys, id)]++);
        add(keys, existing, sums);
    }

    /** The first id of a bucket and others of it, in their order. */
    private long[] keys(int bucket, SortedSet<Long> inside, long[] sampled) {
        TreeSet<Long> keys = new TreeSet<>(inside);
        keys.add(borders.id1(bucket));
        Arrays.stream(sampled).forEach(keys::add);
        return keys.stream().mapToLong(Long::longValue).toArray();
    }

    /** Rows between {@code keys}; those of segments are spread evenly. */
    private void add(long[] keys, long existing, long[] sums) {
        for (int key = 0; key < keys.length; key++) {
            long here = existing / keys.length + (key == 0 ? existing % keys.length : 0);
            add(keys[key], here, sums[key]);
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
