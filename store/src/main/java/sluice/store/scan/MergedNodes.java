package sluice.store.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.RowSink;
import sluice.segment.KeyRange;
import sluice.segment.ListCursor;

/** {@link BucketRows} of nodes of which some are in runs: of each id one row of a part wins. */
final class MergedNodes implements BucketRows {
    private static final byte[] NO_DATA = {};
    private static final int NODES_PER_PIECE = 1024;

    private final List<ListCursor> cursors = new ArrayList<>();
    private final KeyRange range;
    private final boolean laterWins;
    private final RowWish wish;
    private final long lastId;

    MergedNodes(List<RowPart> parts, KeyRange range, boolean laterWins, RowWish wish)
            throws IOException {
        this.range = range;
        this.laterWins = laterWins;
        this.wish = wish;
        this.lastId = wish.highestId1();
        long first = wish.firstId1(range);
        for (RowPart part : parts) {
            ListCursor cursor = part.cursor();
            if (cursor.seek(first, 0)) {
                cursors.add(cursor);
            }
        }
    }

    @Override
    public boolean next(RowSink sink) throws IOException {
        for (int i = 0; i < NODES_PER_PIECE; i++) {
            if (cursors.isEmpty()) {
                return false;
            }
            long id = leastId();
            if (!range.holdsSome(id) || Long.compareUnsigned(id, lastId) > 0) {
                return false;
            }
            @Nullable ListCursor best = range.holds(id, 0) && wish.id1().has(id) ? best(id) : null;
            if (best != null) {
                show(best, sink);
            }
            pass(id);
        }
        return true;
    }

    private void show(ListCursor row, RowSink sink) {
        boolean isThere = (row.flags() & RowSink.TOMBSTONE) == 0;
        if (isThere
                && wish.type().has(row.type())
                && wish.hasRow(row.id2(), row.time(), row.version(), row.flags())) {
            byte[] data = wish.data() ? row.data() : NO_DATA;
            sink.append(
                    row.id1(),
                    row.type(),
                    row.id2(),
                    row.time(),
                    row.version(),
                    row.flags(),
                    data,
                    0,
                    data.length);
        }
    }

    /** The row that wins; later parts come later. */
    private @Nullable ListCursor best(long id) {
        @Nullable ListCursor best = null;
        for (ListCursor cursor : cursors) {
            if (cursor.id1() == id && (best == null || beats(cursor, best))) {
                best = cursor;
            }
        }
        return best;
    }

    private boolean beats(ListCursor later, ListCursor best) {
        if (laterWins) {
            return true;
        }
        return later.version() != best.version()
                ? later.version() > best.version()
                : later.time() >= best.time();
    }

    private long leastId() {
        long least = cursors.getFirst().id1();
        for (ListCursor cursor : cursors) {
            least = Long.compareUnsigned(cursor.id1(), least) < 0 ? cursor.id1() : least;
        }
        return least;
    }

    /** A part may have several rows of a node, under several types; its first one counts. */
    private void pass(long id) throws IOException {
        for (int i = cursors.size() - 1; i >= 0; i--) {
            boolean more = true;
            while (more && cursors.get(i).id1() == id) {
                more = cursors.get(i).nextList();
            }
            if (!more) {
                cursors.remove(i);
            }
        }
    }
}
