package sluice.segment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import sluice.model.RowKind;
import sluice.model.RowSink;

/**
 * Rows whose shape (how many ids, how far apart, how many duplicates, how much data) is drawn anew
 * for each generator, so that many seeds cover many shapes, the extreme values among them.
 */
public final class RandomRows {
    private static final long[] EXTREMES = {
        0, 1, -1, -2, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 255, 256
    };

    private record Key(long id1, long type, long id2) {
        @Override
        public int hashCode() {
            return (int)
                    (((id1 * 31 + type) * 0x9E3779B97F4A7C15L + id2) * 0x9E3779B97F4A7C15L >>> 32);
        }
    }

    private final SplittableRandom random;
    private final long[] id1s;
    private final long[] id2s;
    private final long[] types;
    private final long[] times;
    private final long[] versions;
    private final boolean flags;
    private final boolean tombstones;
    private final int dataBytesMax;

    /** A shape drawn from {@code random}; with {@code versioned} its versions may differ. */
    public RandomRows(SplittableRandom random, boolean versioned) {
        this.random = random;
        this.id1s = pool(1 << random.nextInt(8));
        this.id2s = pool(1 << random.nextInt(13));
        this.types = pool(1 + random.nextInt(4));
        this.times = pool(1 << random.nextInt(12));
        this.versions =
                versioned && random.nextBoolean()
                        ? pool(1 + random.nextInt(3))
                        : new long[] {sameVersion()};
        this.flags = random.nextBoolean();
        this.tombstones = random.nextBoolean();
        this.dataBytesMax = random.nextInt(4) == 0 ? 600 : random.nextInt(24);
    }

    private long sameVersion() {
        return random.nextBoolean() ? 0 : random.nextLong();
    }

    /** Values to draw from: extreme ones, dense ones, or of any width. */
    private long[] pool(int count) {
        long[] values = new long[count];
        int kind = random.nextInt(4);
        long base = random.nextLong();
        int width = random.nextInt(1, 65);
        for (int i = 0; i < count; i++) {
            values[i] =
                    switch (kind) {
                        case 0 -> EXTREMES[random.nextInt(EXTREMES.length)];
                        case 1 -> i;
                        case 2 -> base + i;
                        default -> random.nextLong() >>> (64 - width);
                    };
        }
        return values;
    }

    /** The ids that rows may have. */
    public long[] id1s() {
        return id1s.clone();
    }

    public long[] id2s() {
        return id2s.clone();
    }

    public long[] types() {
        return types.clone();
    }

    public long[] times() {
        return times.clone();
    }

    /** A link; tombstones only where asked for. */
    public Row link(boolean withTombstones) {
        return row(one(id2s), withTombstones);
    }

    public Row node(boolean withTombstones) {
        Row row = row(0, withTombstones);
        return new Row(
                row.id1(),
                row.type(),
                0,
                row.time(),
                row.version(),
                row.flags() & ~RowSink.HIDDEN,
                row.data());
    }

    private Row row(long id2, boolean withTombstones) {
        int rowFlags = flags && random.nextInt(4) == 0 ? RowSink.HIDDEN : 0;
        if (withTombstones && tombstones && random.nextInt(6) == 0) {
            rowFlags = RowSink.TOMBSTONE;
        }
        byte[] data = new byte[dataBytesMax == 0 ? 0 : random.nextInt(dataBytesMax)];
        random.nextBytes(data);
        return new Row(one(id1s), one(types), id2, one(times), one(versions), rowFlags, data);
    }

    public List<Row> links(int count, boolean withTombstones) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(link(withTombstones));
        }
        return rows;
    }

    public List<Row> nodes(int count, boolean withTombstones) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(node(withTombstones));
        }
        return rows;
    }

    private long one(long[] values) {
        return values[random.nextInt(values.length)];
    }

    /**
     * Of each link's key, or each node's id, the row that wins; deletions leave nothing. In file
     * order.
     */
    public static List<Row> winners(List<Row> rows, RowKind kind) {
        boolean link = kind == RowKind.LINK;
        Map<Key, Row> winners = new HashMap<>();
        for (Row row : rows) {
            Key key = new Key(row.id1(), link ? row.type() : 0, link ? row.id2() : 0);
            winners.merge(key, row, (before, now) -> now.beatsEarlier(before) ? now : before);
        }
        return winners.values().stream()
                .filter(row -> !row.isTombstone())
                .sorted(Row.FILE_ORDER)
                .toList();
    }
}
