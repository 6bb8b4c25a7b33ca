package sluice.store.scan;

import java.io.IOException;
import java.util.List;
import sluice.model.RowSink;
import sluice.segment.KeyRange;
import sluice.segment.ListCursor;

/**
 * {@link WinningRows} where all rows have one version: then the newest row of a key wins, and the
 * latest position among the newest, so the parts are merged lazily and reading stops with the last
 * row that is wanted. Also where rows in runs win whatever their version and time, each with a key
 * of its own. Cost of a row: one comparison with the next row of each part; memory for each id2
 * that was passed, but none where all parts are segments.
 */
final class MergedWinners implements WinningRows {
    private final long id1;
    private final ListCursor[] cursors;
    private final KeyRange[] ranges;
    private final long[] times;
    private final long[] id2s;
    private final boolean[] ended;
    private final LongSet shadows;
    private final boolean keysOnce;
    private final LongSet seen = new LongSet();
    private int current = -1;

    /**
     * @param cursors at the list's first row, older parts first
     * @param ranges of each cursor the keys that count
     * @param shadows the id2s whose rows in segments do not count
     * @param keysOnce whether no key has two rows that count, so that none need be remembered
     */
    MergedWinners(
            long id1,
            List<ListCursor> cursors,
            List<KeyRange> ranges,
            LongSet shadows,
            boolean keysOnce)
            throws IOException {
        this.id1 = id1;
        this.keysOnce = keysOnce;
        this.shadows = shadows;
        this.cursors = cursors.toArray(ListCursor[]::new);
        this.ranges = ranges.toArray(KeyRange[]::new);
        this.times = new long[this.cursors.length];
        this.id2s = new long[this.cursors.length];
        this.ended = new boolean[this.cursors.length];
        for (int i = 0; i < this.cursors.length; i++) {
            load(i);
        }
    }

    @Override
    public boolean next() throws IOException {
        if (current >= 0) {
            advance(current);
        }
        for (current = newest(); current >= 0; current = newest()) {
            ListCursor cursor = cursors[current];
            boolean shadowed = cursor.isOfSegment() && shadows.contains(id2s[current]);
            boolean wins =
                    !shadowed && (keysOnce || !cursor.nextIsEqual() && seen.add(id2s[current]));
            if (wins && (cursor.flags() & RowSink.TOMBSTONE) == 0) {
                return true;
            }
            advance(current);
        }
        return false;
    }

    @Override
    public long id2() {
        return id2s[current];
    }

    @Override
    public long time() {
        return times[current];
    }

    @Override
    public long version() {
        return cursors[current].version();
    }

    @Override
    public boolean hidden() {
        return cursors[current].flags() != 0;
    }

    @Override
    public byte[] data() {
        return cursors[current].data();
    }

    /**
     * The part with the next row in order; of equal rows the latest part; -1 when all have ended.
     */
    private int newest() {
        int best = -1;
        for (int i = 0; i < ended.length; i++) {
            if (!ended[i] && (best < 0 || !isAfter(i, best))) {
                best = i;
            }
        }
        return best;
    }

    private boolean isAfter(int part, int other) {
        return times[part] != times[other]
                ? times[part] < times[other]
                : Long.compareUnsigned(id2s[part], id2s[other]) > 0;
    }

    private void advance(int part) throws IOException {
        cursors[part].nextRow();
        load(part);
    }

    private void load(int part) throws IOException {
        ListCursor cursor = cursors[part];
        while (cursor.hasRow()
                && ranges[part] != KeyRange.ALL
                && !ranges[part].holds(id1, cursor.id2())) {
            cursor.nextRow();
        }
        ended[part] = !cursor.hasRow();
        if (!ended[part]) {
            times[part] = cursor.time();
            id2s[part] = cursor.id2();
        }
    }
}
