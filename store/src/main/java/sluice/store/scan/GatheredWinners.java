package sluice.store.scan;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import sluice.model.RowSink;
import sluice.segment.KeyRange;
import sluice.segment.ListCursor;

/**
 * {@link WinningRows} where versions differ: an older row can win, so all rows of the list are read
 * before the first is returned. Cost: an object for each key of the list.
 */
final class GatheredWinners implements WinningRows {
    private record Row(long id2, long time, long version, int flags, byte[] data) {}

    private final Iterator<Row> rows;
    private @Nullable Row current;

    /** Takes the same as {@link MergedWinners}. */
    GatheredWinners(long id1, List<ListCursor> cursors, List<KeyRange> ranges) throws IOException {
        Map<Long, Row> winners = new HashMap<>();
        for (int i = 0; i < cursors.size(); i++) {
            for (ListCursor cursor = cursors.get(i); cursor.hasRow(); cursor.nextRow()) {
                Row best = winners.get(cursor.id2());
                boolean counts =
                        ranges.get(i) == KeyRange.ALL || ranges.get(i).holds(id1, cursor.id2());
                if (counts && (best == null || beats(cursor, best))) {
                    Row row =
                            new Row(
                                    cursor.id2(),
                                    cursor.time(),
                                    cursor.version(),
                                    cursor.flags(),
                                    cursor.data());
                    winners.put(cursor.id2(), row);
                }
            }
        }
        rows =
                winners.values().stream()
                        .filter(row -> (row.flags() & RowSink.TOMBSTONE) == 0)
                        .sorted(
                                Comparator.comparingLong(Row::time)
                                        .reversed()
                                        .thenComparing(Row::id2, Long::compareUnsigned))
                        .iterator();
    }

    /** Parts and rows come in source order, so an equal one is later. */
    private static boolean beats(ListCursor cursor, Row best) {
        return cursor.version() != best.version()
                ? cursor.version() > best.version()
                : cursor.time() >= best.time();
    }

    @Override
    public boolean next() {
        current = rows.hasNext() ? rows.next() : null;
        return current != null;
    }

    @Override
    public long id2() {
        return row().id2();
    }

    @Override
    public long time() {
        return row().time();
    }

    @Override
    public long version() {
        return row().version();
    }

    @Override
    public boolean hidden() {
        return (row().flags() & RowSink.HIDDEN) != 0;
    }

    @Override
    public byte[] data() {
        return row().data();
    }

    private Row row() {
        if (current == null) {
            throw new NoSuchElementException();
        }
        return current;
    }
}
