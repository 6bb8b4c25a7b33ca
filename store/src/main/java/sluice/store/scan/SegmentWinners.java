package sluice.store.scan;

import java.io.IOException;
import sluice.model.RowSink;
import sluice.segment.KeyRange;
import sluice.segment.ListCursor;

/**
 * {@link WinningRows} where one segment alone holds rows of the list: its keys are distinct and it
 * has no deletions, so every row in the range wins. Takes no memory, whatever the length of the
 * list.
 */
final class SegmentWinners implements WinningRows {
    private final long id1;
    private final ListCursor cursor;
    private final KeyRange range;
    private boolean begun;

    /** {@code cursor} stands at the list's first row; the keys in {@code range} count. */
    SegmentWinners(long id1, ListCursor cursor, KeyRange range) {
        this.id1 = id1;
        this.cursor = cursor;
        this.range = range;
    }

    @Override
    public boolean next() throws IOException {
        if (begun && cursor.hasRow()) {
            cursor.nextRow();
        }
        begun = true;
        while (cursor.hasRow() && range != KeyRange.ALL && !range.holds(id1, cursor.id2())) {
            cursor.nextRow();
        }
        return cursor.hasRow();
    }

    @Override
    public long id2() {
        return cursor.id2();
    }

    @Override
    public long time() {
        return cursor.time();
    }

    @Override
    public long version() {
        return cursor.version();
    }

    @Override
    public boolean hidden() {
        return (cursor.flags() & RowSink.HIDDEN) != 0;
    }

    @Override
    public byte[] data() {
        return cursor.data();
    }
}
