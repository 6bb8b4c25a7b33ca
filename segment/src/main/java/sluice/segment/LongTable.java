package sluice.segment;

import java.util.Arrays;

/** Rows of a few numbers each, collected while a file is written. Belongs to one thread. */
final class LongTable {
    private final int columns;
    private long[] values = new long[64];
    private int used;

    LongTable(int columns) {
        this.columns = columns;
    }

    void add(long... row) {
        if (row.length != columns) {
            throw new IllegalArgumentException(
                    "a row of " + row.length + " numbers, not " + columns);
        }
        if (used + columns > values.length) {
            values = Arrays.copyOf(values, values.length * 2);
        }
        System.arraycopy(row, 0, values, used, columns);
        used += columns;
    }

    int rows() {
        return used / columns;
    }

    /** How many bytes {@link #writeTo} writes. */
    long bytes() {
        return 8L * used;
    }

    /** Writes all numbers, row after row, and returns where they end. */
    int writeTo(byte[] memory, int offset) {
        for (int i = 0; i < used; i++) {
            Bytes.putLong(memory, offset + 8 * i, values[i]);
        }
        return offset + 8 * used;
    }
}
