package sluice.segment;

/**
 * Sorts the rows of one stripe of a {@link RowPool} by id1, type, time (newest first) and id2, rows
 * of equal keys in the order in which they came. Sorts places, moves no row. Belongs to one thread
 * and is reused for stripe after stripe.
 *
 * <p>Cost: radix passes over the bits in which the id1s of the stripe differ, then small sorts
 * inside each id1: one where all times are the same and ids are not near 2^64, else one a column.
 */
final class RowSorter {
    private static final int COLUMN_ID1 = 0;
    private static final int COLUMN_TYPE = 1;
    private static final int COLUMN_TIME = 2;
    private static final int COLUMN_ID2 = 3;

    /** Type and id2 in one number, where these are all that differs and have room in it. */
    private static final int COLUMN_TYPE_AND_ID2 = 4;

    private final KeySorter sorter = new KeySorter();
    private int[] typeRanks = new int[0];
    private byte[] memory = new byte[0];
    private int id2Bits;
    private boolean areKeysShort;

    /** Tells the sorter of the pool's types as they are now; before the first stripe of a pool. */
    void begin(RowPool pool) {
        memory = pool.memory();
        typeRanks = pool.types().ranks();
        id2Bits = pool.id2Bits();
        int rankBits = Integer.SIZE - Integer.numberOfLeadingZeros(typeRanks.length - 1);
        areKeysShort = pool.hasOneTime() && rankBits + id2Bits <= Long.SIZE;
    }

    /** Sorts a stripe; its rows are then at {@link #places}. */
    int sort(RowPool pool, int stripe) {
        int count = pool.rows(stripe);
        sorter.begin(count);
        pool.list(stripe, sorter.keys(), sorter.values());
        if (count > 1) {
            sort(0, count, COLUMN_ID1);
        }
        return count;
    }

    /** Offsets in the pool, of as many rows as {@link #sort} returned. */
    int[] places() {
        return sorter.values();
    }

    /**
     * Sorts a range whose keys of {@code column} are in place, then what is equal by later columns.
     */
    private void sort(int from, int to, int column) {
        sorter.sort(from, to);
        if (column >= COLUMN_ID2) {
            return;
        }
        int begin = from;
        while (begin < to) {
            int end = endOfEqual(begin, to);
            if (end - begin > 1) {
                sortEqual(begin, end, column + 1);
            }
            begin = end;
        }
    }

    private int endOfEqual(int begin, int to) {
        long[] keys = sorter.keys();
        long key = keys[begin];
        int end = begin + 1;
        while (end < to && keys[end] == key) {
            end++;
        }
        return end;
    }

    /**
     * Sorts rows that are equal up to {@code column}, beginning with the first column that differs.
     */
    private void sortEqual(int from, int to, int column) {
        if (areKeysShort) {
            if (loadKeys(from, to, COLUMN_TYPE_AND_ID2)) {
                sort(from, to, COLUMN_TYPE_AND_ID2);
            }
            return;
        }
        for (int next = column; next <= COLUMN_ID2; next++) {
            if (next == COLUMN_TYPE && typeRanks.length == 1) {
                continue;
            }
            if (loadKeys(from, to, next)) {
                sort(from, to, next);
                return;
            }
        }
    }

    /** Fetches the keys of a column; says whether they differ. */
    private boolean loadKeys(int from, int to, int column) {
        long[] keys = sorter.keys();
        int[] places = sorter.values();
        long differences = 0;
        long first = key(places[from], column);
        for (int i = from; i < to; i++) {
            long key = key(places[i], column);
            keys[i] = key;
            differences |= key ^ first;
        }
        return differences != 0;
    }

    /** A number whose unsigned order is the order of the column. */
    private long key(int row, int column) {
        return switch (column) {
            case COLUMN_TYPE -> typeRanks[Bytes.getInt(memory, row + RowPool.CODE_AND_FLAGS) >>> 8];
            case COLUMN_TYPE_AND_ID2 ->
                    (long) typeRanks[Bytes.getInt(memory, row + RowPool.CODE_AND_FLAGS) >>> 8]
                                    << id2Bits
                            | Bytes.getLong(memory, row + RowPool.ID2);
            case COLUMN_TIME -> Bytes.getLong(memory, row + RowPool.TIME) ^ Long.MAX_VALUE;
            default -> Bytes.getLong(memory, row + RowPool.ID2);
        };
    }
}
