package sluice.segment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * Merges slices into a segment list by list, where a {@link RowPool} has no room for the rows of
 * the ids that a pass must take together. A list that fits goes through the pool, a longer one is a
 * {@link SuperNodeList}; of a node only the row that wins is touched. Belongs to one thread.
 *
 * <p>The segment's bytes are those of a pass through the pool. Cost: reads mapped files, a look-up
 * in each slice for each list.
 */
final class SliceLists {
    private final RowPool pool;
    private final PoolOverflow overflow;
    private final StripeWriter stripes;
    private final boolean laterWins;
    private final int listRowsMax;
    private final LooseRow row = new LooseRow();
    private byte[] data = new byte[1 << 10];
    private long replaced;

    /** A slice at its next list. */
    private record Place(int index, Slice slice, ListCursor cursor) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order =
                    Borders.compare(
                            cursor.id1(), cursor.type(), other.cursor.id1(), other.cursor.type());
            return order != 0 ? order : Integer.compare(index, other.index);
        }
    }

    /**
     * Lists of up to {@code listRowsMax} rows go through {@code pool}, as far as they fit; {@code
     * overflow} is what empties it when it is full.
     */
    SliceLists(
            RowPool pool,
            PoolOverflow overflow,
            StripeWriter stripes,
            boolean laterWins,
            int listRowsMax) {
        this.pool = pool;
        this.overflow = overflow;
        this.stripes = stripes;
        this.laterWins = laterWins;
        this.listRowsMax = listRowsMax;
    }

    /**
     * Writes the winners among the rows of {@code slices}, all of {@code kind}, whose keys are in
     * {@code range}. Names of temporary files in {@code storage} begin with {@code name}.
     */
    void write(
            Storage storage,
            String name,
            List<Slice> slices,
            RowKind kind,
            KeyRange range,
            BlockFileWriter writer)
            throws IOException {
        pool.reserve(pool.capacityBytes());
        SuperNodeList longLists =
                new SuperNodeList(storage, name, pool, stripes, laterWins, listRowsMax);
        try {
            PriorityQueue<Place> places = places(slices, kind, range);
            while (!places.isEmpty() && range.holdsSome(places.element().cursor.id1())) {
                if (kind == RowKind.NODE) {
                    writeNode(places, writer);
                } else {
                    writeList(places, range, longLists, writer);
                }
            }
        } catch (InternalError unreadable) {
            throw unreadable(slices, unreadable);
        }
        replaced += longLists.replaced();
    }

    /** Properties in lists that memory does not hold that lost to another value, so far. */
    long replaced() {
        return replaced;
    }

    private static PriorityQueue<Place> places(List<Slice> slices, RowKind kind, KeyRange range)
            throws IOException {
        PriorityQueue<Place> places = new PriorityQueue<>();
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            ListCursor cursor = new ListCursor(slice.file(), kind, slice.from(), slice.to());
            if (cursor.seek(range.firstId1(), 0)) {
                places.add(new Place(i, slice, cursor));
            }
        }
        return places;
    }

    private void writeList(
            PriorityQueue<Place> places,
            KeyRange range,
            SuperNodeList longLists,
            BlockFileWriter writer)
            throws IOException {
        long id1 = places.element().cursor.id1();
        long type = places.element().cursor.type();
        List<Place> holders = new ArrayList<>();
        long rows = 0;
        while (isAt(places.peek(), id1, type)) {
            Place holder = places.remove();
            rows += holder.cursor.rows();
            holders.add(holder);
        }
        if (rows <= listRowsMax && gather(cursors(holders, id1, type), range)) {
            stripes.beginWinners(pool);
            stripes.writeWinners(pool, 0, RowKind.LINK, writer);
            pool.clear();
        } else {
            longLists.write(
                    id1, type, () -> RowMerge.ofList(cursors(holders, id1, type), range), writer);
        }
        for (Place holder : holders) {
            if (holder.cursor.nextList()) {
                places.add(holder);
            }
        }
    }

    private static boolean isAt(@Nullable Place place, long id1, long type) {
        return place != null && place.cursor.id1() == id1 && place.cursor.type() == type;
    }

    /** At the list's first row in each of its slices. */
    private static List<ListCursor> cursors(List<Place> holders, long id1, long type)
            throws IOException {
        List<ListCursor> cursors = new ArrayList<>();
        for (Place holder : holders) {
            Slice slice = holder.slice;
            ListCursor cursor =
                    new ListCursor(slice.file(), slice.kind(), slice.from(), slice.to());
            cursor.seek(id1, type);
            cursors.add(cursor);
        }
        return cursors;
    }

    /** Brings a list into the pool; false where it has no room. */
    private boolean gather(List<ListCursor> cursors, KeyRange range) throws IOException {
        pool.reset(Borders.whole());
        overflow.forget();
        for (ListCursor cursor : cursors) {
            for (; cursor.hasRow() && !overflow.happened(); cursor.nextRow()) {
                if (range.holds(cursor.id1(), cursor.id2())) {
                    append(cursor);
                }
            }
        }
        return !overflow.happened();
    }

    private void append(ListCursor cursor) {
        int length = cursor.dataLength();
        if (length > data.length) {
            data = new byte[2 * length];
        }
        cursor.copyData(data, 0);
        pool.append(
                cursor.id1(),
                cursor.type(),
                cursor.id2(),
                cursor.time(),
                cursor.version(),
                cursor.flags(),
                data,
                0,
                length);
    }

    /** Writes the row of a node that wins; a slice has at most one. */
    private void writeNode(PriorityQueue<Place> places, BlockFileWriter writer) throws IOException {
        long id = places.element().cursor.id1();
        List<Place> holders = new ArrayList<>();
        Place best = places.element();
        for (Place place = places.peek();
                place != null && place.cursor.id1() == id;
                place = places.peek()) {
            holders.add(places.remove());
            best = beats(place, best) ? place : best;
        }
        if ((best.cursor.flags() & RowSink.TOMBSTONE) == 0) {
            row.set(best.cursor);
            writer.addRow(row.memory(), 0, id, best.cursor.type());
            writer.endList(id, best.cursor.type());
        }
        for (Place holder : holders) {
            if (holder.cursor.nextList()) {
                places.add(holder);
            }
        }
    }

    private boolean beats(Place place, Place best) {
        if (!laterWins && place.cursor.version() != best.cursor.version()) {
            return place.cursor.version() > best.cursor.version();
        }
        if (!laterWins && place.cursor.time() != best.cursor.time()) {
            return place.cursor.time() > best.cursor.time();
        }
        return place.index > best.index;
    }

    /** A page of a mapped file that cannot be read any more, as when the file was cut short. */
    private static CorruptFileException unreadable(List<Slice> slices, InternalError cause)
            throws IOException {
        String name = "a run or segment";
        for (Slice slice : slices) {
            name = slice.file().isCutShort() ? slice.file().name() : name;
        }
        CorruptFileException failure =
                new CorruptFileException(
                        name, 0, "a mapped page cannot be read", "run: sluice verify");
        failure.initCause(cause);
        return failure;
    }
}
