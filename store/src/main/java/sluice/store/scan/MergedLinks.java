package sluice.store.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import sluice.model.RowSink;
import sluice.segment.KeyRange;
import sluice.segment.ListCursor;

/**
 * {@link BucketRows} of links of which some are in runs: the parts are merged list by list. Cost of
 * a list: a comparison with each part, then that of its {@link WinningRows}.
 */
final class MergedLinks implements BucketRows {
    private static final byte[] NO_DATA = {};
    private static final int LISTS_PER_PIECE = 256;

    private final List<RowPart> parts = new ArrayList<>();
    private final List<ListCursor> cursors = new ArrayList<>();
    private final KeyRange range;
    private final boolean laterWins;
    private final RowWish wish;
    private final long lastId1;

    MergedLinks(List<RowPart> parts, KeyRange range, boolean laterWins, RowWish wish)
            throws IOException {
        this.range = range;
        this.laterWins = laterWins;
        this.wish = wish;
        this.lastId1 = wish.highestId1();
        long first = wish.firstId1(range);
        for (RowPart part : parts) {
            ListCursor cursor = part.cursor();
            if (cursor.seek(first, 0)) {
                this.parts.add(part);
                cursors.add(cursor);
            }
        }
    }

    @Override
    public boolean next(RowSink sink) throws IOException {
        for (int i = 0; i < LISTS_PER_PIECE; i++) {
            if (cursors.isEmpty()) {
                return false;
            }
            ListCursor least = least();
            long id1 = least.id1();
            long type = least.type();
            if (!range.holdsSome(id1) || Long.compareUnsigned(id1, lastId1) > 0) {
                return false;
            }
            if (wish.id1().has(id1) && wish.type().has(type)) {
                show(id1, type, sink);
            }
            pass(id1, type);
        }
        return true;
    }

    private void show(long id1, long type, RowSink sink) throws IOException {
        KeyRange counting = range.holdsAll(id1) ? KeyRange.ALL : range;
        ListParts list = new ListParts();
        LongSet shadows = new LongSet();
        for (int i = 0; i < cursors.size(); i++) {
            RowPart part = parts.get(i);
            if (isAt(cursors.get(i), id1, type)) {
                // Another one, so that that of the bucket still stands at the list's first row.
                ListCursor cursor = part.cursor();
                cursor.seek(id1, type);
                list.add(part.file(), cursor, counting);
                if (laterWins && !part.isOfSegment()) {
                    addId2s(part, id1, type, shadows);
                }
            }
        }
        WinningRows rows = laterWins ? list.shadowed(id1, shadows) : list.winners(id1);
        while (rows.next()) {
            int flags = rows.hidden() ? RowSink.HIDDEN : 0;
            if (wish.hasRow(rows.id2(), rows.time(), rows.version(), flags)) {
                byte[] data = wish.data() ? rows.data() : NO_DATA;
                sink.append(
                        id1,
                        type,
                        rows.id2(),
                        rows.time(),
                        rows.version(),
                        flags,
                        data,
                        0,
                        data.length);
            }
        }
    }

    private static void addId2s(RowPart part, long id1, long type, LongSet id2s)
            throws IOException {
        ListCursor cursor = part.cursor();
        for (cursor.seek(id1, type); cursor.hasRow(); cursor.nextRow()) {
            id2s.add(cursor.id2());
        }
    }

    private void pass(long id1, long type) throws IOException {
        for (int i = cursors.size() - 1; i >= 0; i--) {
            if (isAt(cursors.get(i), id1, type) && !cursors.get(i).nextList()) {
                cursors.remove(i);
                parts.remove(i);
            }
        }
    }

    private ListCursor least() {
        ListCursor least = cursors.getFirst();
        for (ListCursor cursor : cursors) {
            int order = Long.compareUnsigned(cursor.id1(), least.id1());
            if (order < 0
                    || (order == 0 && Long.compareUnsigned(cursor.type(), least.type()) < 0)) {
                least = cursor;
            }
        }
        return least;
    }

    private static boolean isAt(ListCursor cursor, long id1, long type) {
        return cursor.id1() == id1 && cursor.type() == type;
    }
}
