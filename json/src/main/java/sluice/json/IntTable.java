package sluice.json;

import java.util.Arrays;

/** Rows of ints, all of one width; given up when they have become many. */
final class IntTable {
    private static final int FIRST_ROWS = 16;

    /** More rows than these are given up once the object is read. */
    static final int ROWS_KEPT = 1 << 14;

    private final int width;
    private int[] cells;
    private int count;

    IntTable(int width) {
        this.width = width;
        cells = new int[width * FIRST_ROWS];
    }

    int count() {
        return count;
    }

    int add() {
        if ((count + 1) * width > cells.length) {
            cells = Arrays.copyOf(cells, 2 * cells.length);
        }
        return count++;
    }

    int get(int row, int field) {
        return cells[row * width + field];
    }

    void set(int row, int field, int value) {
        cells[row * width + field] = value;
    }

    void clear() {
        count = 0;
        if (cells.length > width * ROWS_KEPT) {
            cells = new int[width * FIRST_ROWS];
        }
    }
}
