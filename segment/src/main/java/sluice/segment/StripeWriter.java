package sluice.segment;

import java.io.IOException;
import sluice.model.PropertyTypes;
import sluice.model.RowKind;

/**
 * Writes the rows of a pool, stripe by stripe: sorts a stripe, finds its lists, and hands them to a
 * {@link BlockFileWriter}. For a segment it also decides which row of each key wins. Belongs to one
 * thread.
 */
public final class StripeWriter {
    private final RowSorter sorter = new RowSorter();
    private final Winners winners;

    /** Whether rows of the pool are properties. */
    private boolean hasValues;

    /** One that decides by version, time and position. */
    public StripeWriter() {
        this(false);
    }

    /** With {@code laterWins} one that decides by position alone. */
    StripeWriter(boolean laterWins) {
        winners = new Winners(laterWins);
    }

    /** Tells of the pool's types; before the first stripe after rows were added. */
    public void begin(RowPool pool) {
        sorter.begin(pool);
    }

    /** As {@link #begin}, for a segment, whose properties may replace others. */
    void beginWinners(RowPool pool) {
        sorter.begin(pool);
        hasValues = pool.hasProperties();
    }

    /** Properties that lost, so far, to one with another value or other facets. */
    long replaced() {
        return winners.replaced();
    }

    /**
     * Writes the rows of a stripe as a run keeps them: all of them; but of one node only the row
     * that wins, since position is not kept between rows of different types. Returns how many were
     * written.
     */
    public long writeAll(RowPool pool, int stripe, RowKind kind, BlockFileWriter writer)
            throws IOException {
        int count = sorter.sort(pool, stripe);
        if (kind == RowKind.LINK) {
            return writeLists(pool, sorter.places(), 0, count, writer);
        }
        int nodes = pool.hasProperties() ? keep(pool, count, false) : count;
        return writeNodes(pool, sorter.places(), nodes, true, writer);
    }

    /**
     * Writes the properties of a stripe of nodes as a run keeps them: a run has rows of one kind.
     * Returns how many were written.
     */
    public long writeProperties(RowPool pool, int stripe, BlockFileWriter writer)
            throws IOException {
        int kept = keep(pool, sorter.sort(pool, stripe), true);
        return writeLists(pool, sorter.places(), 0, kept, writer);
    }

    /** Leaves of the sorted rows the properties, or all others; returns how many these are. */
    private int keep(RowPool pool, int count, boolean properties) {
        byte[] memory = pool.memory();
        int[] places = sorter.places();
        TypeCodes types = pool.types();
        int kept = 0;
        for (int row = 0; row < count; row++) {
            int code = Bytes.getInt(memory, places[row] + RowPool.CODE_AND_FLAGS) >>> 8;
            places[kept] = places[row];
            kept += PropertyTypes.isProperty(types.type(code)) == properties ? 1 : 0;
        }
        return kept;
    }

    /**
     * Writes one row of each key, as a segment holds them: of two rows of one key the one with the
     * higher version, then the higher time, then the later position wins. Deletions that win leave
     * nothing. Returns how many were written.
     */
    public long writeWinners(RowPool pool, int stripe, RowKind kind, BlockFileWriter writer)
            throws IOException {
        int count = sorter.sort(pool, stripe);
        int[] places = sorter.places();
        if (kind == RowKind.NODE) {
            return writeNodes(pool, places, count, false, writer);
        }
        byte[] memory = pool.memory();
        TypeCodes types = pool.types();
        long written = 0;
        int begin = 0;
        while (begin < count) {
            int end = endOfList(memory, places, begin, count);
            boolean areValues = hasValues && isValue(memory, places[begin], types);
            int kept = winners.ofLinks(memory, places, begin, end, areValues);
            written += writeLists(pool, places, begin, begin + kept, writer);
            begin = end;
        }
        return written;
    }

    private static boolean isValue(byte[] memory, int row, TypeCodes types) {
        int code = Bytes.getInt(memory, row + RowPool.CODE_AND_FLAGS) >>> 8;
        return PropertyTypes.isProperty(types.type(code));
    }

    private long writeNodes(
            RowPool pool, int[] places, int count, boolean withTombstones, BlockFileWriter writer)
            throws IOException {
        byte[] memory = pool.memory();
        long written = 0;
        int begin = 0;
        while (begin < count) {
            int end = endOfId(memory, places, begin, count);
            places[begin] = winners.ofNode(memory, places, begin, end);
            if (withTombstones || !Winners.isTombstone(memory, places[begin])) {
                written += writeLists(pool, places, begin, begin + 1, writer);
            }
            begin = end;
        }
        return written;
    }

    private static long writeLists(
            RowPool pool, int[] places, int from, int to, BlockFileWriter writer)
            throws IOException {
        byte[] memory = pool.memory();
        TypeCodes types = pool.types();
        int begin = from;
        while (begin < to) {
            int end = endOfList(memory, places, begin, to);
            int row = places[begin];
            long type = types.type(Bytes.getInt(memory, row + RowPool.CODE_AND_FLAGS) >>> 8);
            writer.add(memory, Bytes.getLong(memory, row + RowPool.ID1), type, places, begin, end);
            begin = end;
        }
        return to - from;
    }

    private static int endOfList(byte[] memory, int[] places, int begin, int to) {
        int first = places[begin];
        long id1 = Bytes.getLong(memory, first + RowPool.ID1);
        int code = Bytes.getInt(memory, first + RowPool.CODE_AND_FLAGS) >>> 8;
        int end = begin + 1;
        while (end < to) {
            int row = places[end];
            if (Bytes.getLong(memory, row + RowPool.ID1) != id1
                    || Bytes.getInt(memory, row + RowPool.CODE_AND_FLAGS) >>> 8 != code) {
                break;
            }
            end++;
        }
        return end;
    }

    private static int endOfId(byte[] memory, int[] places, int begin, int to) {
        long id1 = Bytes.getLong(memory, places[begin] + RowPool.ID1);
        int end = begin + 1;
        while (end < to && Bytes.getLong(memory, places[end] + RowPool.ID1) == id1) {
            end++;
        }
        return end;
    }
}
