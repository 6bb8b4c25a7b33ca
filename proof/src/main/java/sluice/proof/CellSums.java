package sluice.proof;

/**
 * The digests of one side of a proof: for each cell of keys the sum of the hashes of its rows, 2 ×
 * 64 bits, and how many rows there are. Sums need no order. Belongs to one thread.
 *
 * <p>A cell has all rows whose key's hash begins with the same bits. If both sides have equal sums
 * in a cell, they have the same rows in it, each as often; a chance of about 2^-128 aside.
 */
final class CellSums {
    private static final int CELL_BITS = 14;

    /** How many cells there are. */
    static final int COUNT = 1 << CELL_BITS;

    private final long[] first = new long[COUNT];
    private final long[] second = new long[COUNT];
    private final long[] rows = new long[COUNT];

    /** The cell of a key, by the first half of its hash. */
    static int cell(long key1) {
        return (int) (key1 >>> (Long.SIZE - CELL_BITS));
    }

    /** Adds a row. Hot. */
    void add(RowHasher row) {
        int cell = cell(row.key1());
        first[cell] += row.row1();
        second[cell] += row.row2();
        rows[cell]++;
    }

    void addAll(CellSums other) {
        for (int cell = 0; cell < COUNT; cell++) {
            first[cell] += other.first[cell];
            second[cell] += other.second[cell];
            rows[cell] += other.rows[cell];
        }
    }

    boolean isEqual(CellSums other, int cell) {
        return first[cell] == other.first[cell]
                && second[cell] == other.second[cell]
                && rows[cell] == other.rows[cell];
    }

    long rows(int cell) {
        return rows[cell];
    }

    long rows() {
        long sum = 0;
        for (long each : rows) {
            sum += each;
        }
        return sum;
    }
}
