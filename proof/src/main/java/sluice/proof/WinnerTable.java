package sluice.proof;

import java.util.Arrays;

/**
 * The row of each key that wins among the rows of sources, as loads decide it: within a load and
 * against the rows of earlier loads the higher version, then the higher time, then the later place.
 * A deletion that wins removes the row, and is forgotten when the next load begins.
 *
 * <p>An open hash table of {@value Records#SOURCE_LONGS} longs a key. Rows come load by load,
 * within a load in any order. Belongs to one thread.
 */
final class WinnerTable {
    private static final int LONGS = Records.SOURCE_LONGS;
    private static final byte EMPTY = 0;
    private static final byte TAKEN = 1;
    private static final byte MATCHED = 2;

    /** Slots for each key that is expected, in quarters. */
    private static final int QUARTERS_PER_KEY = 6;

    private long[] rows;
    private byte[] states;
    private int capacity;
    private int count;

    /** A table for about {@code keys} keys; it grows where there are more. */
    WinnerTable(long keys) {
        long wanted = keys * QUARTERS_PER_KEY / 4 + 16;
        capacity = (int) Math.min(wanted, Integer.MAX_VALUE / LONGS - 8);
        rows = new long[capacity * LONGS];
        states = new byte[capacity];
    }

    /** About how many bytes a table for {@code keys} keys takes. */
    static long bytes(long keys) {
        return keys * QUARTERS_PER_KEY / 4 * (LONGS * Long.BYTES + 1);
    }

    /** Adds a row of a source. Hot: one or a few cache misses. */
    void add(long[] record) {
        int slot = find(record[Records.KEY_1], record[Records.KEY_2]);
        if (states[slot] == EMPTY) {
            if (count >= capacity / 8 * 7) {
                grow();
                slot = find(record[Records.KEY_1], record[Records.KEY_2]);
            }
            states[slot] = TAKEN;
            count++;
            System.arraycopy(record, 0, rows, slot * LONGS, LONGS);
        } else if (beats(record, slot * LONGS)) {
            System.arraycopy(record, 0, rows, slot * LONGS, LONGS);
        }
    }

    private boolean beats(long[] record, int at) {
        long file = record[Records.SOURCE_FILE] & ~Records.DELETION;
        long otherFile = rows[at + Records.SOURCE_FILE] & ~Records.DELETION;
        if (Records.deletes(rows[at + Records.SOURCE_FILE])
                && SourceScan.Place.load(file) != SourceScan.Place.load(otherFile)) {
            return true;
        }
        long version = record[Records.VERSION];
        long otherVersion = rows[at + Records.VERSION];
        if (version != otherVersion) {
            return version > otherVersion;
        }
        long time = record[Records.TIME];
        long otherTime = rows[at + Records.TIME];
        if (time != otherTime) {
            return time > otherTime;
        }
        return file != otherFile
                ? file > otherFile
                : record[Records.SOURCE_ROW] > rows[at + Records.SOURCE_ROW];
    }

    /** The slot of a key, or the empty one where it would be. */
    private int find(long key1, long key2) {
        int slot = (int) Math.unsignedMultiplyHigh(key2, capacity);
        while (states[slot] != EMPTY
                && (rows[slot * LONGS + Records.KEY_1] != key1
                        || rows[slot * LONGS + Records.KEY_2] != key2)) {
            slot = slot + 1 == capacity ? 0 : slot + 1;
        }
        return slot;
    }

    private void grow() {
        long[] oldRows = rows;
        byte[] oldStates = states;
        capacity = (int) Math.min(2L * capacity, Integer.MAX_VALUE / LONGS - 8);
        if (capacity <= oldStates.length) {
            throw new IllegalStateException("a table of %d rows is full".formatted(count));
        }
        rows = new long[capacity * LONGS];
        states = new byte[capacity];
        for (int i = 0; i < oldStates.length; i++) {
            if (oldStates[i] != EMPTY) {
                int slot = find(oldRows[i * LONGS], oldRows[i * LONGS + Records.KEY_2]);
                states[slot] = oldStates[i];
                System.arraycopy(oldRows, i * LONGS, rows, slot * LONGS, LONGS);
            }
        }
    }

    /** The slot of the row of a key, or -1 where the sources have none that is not deleted. */
    int slotOf(long key1, long key2) {
        int slot = find(key1, key2);
        return states[slot] == EMPTY || Records.deletes(rows[slot * LONGS + Records.SOURCE_FILE])
                ? -1
                : slot;
    }

    /** A field of the row in a slot. */
    long field(int slot, int field) {
        return rows[slot * LONGS + field];
    }

    /** Notes that the store has the key of a slot; false where it was noted already. */
    boolean match(int slot) {
        boolean first = states[slot] == TAKEN;
        states[slot] = MATCHED;
        return first;
    }

    /** The slots of rows whose key the store does not have. */
    int[] unmatched() {
        int[] found = new int[16];
        int size = 0;
        for (int slot = 0; slot < capacity; slot++) {
            if (states[slot] == TAKEN
                    && !Records.deletes(rows[slot * LONGS + Records.SOURCE_FILE])) {
                found = size == found.length ? Arrays.copyOf(found, 2 * size) : found;
                found[size++] = slot;
            }
        }
        return Arrays.copyOf(found, size);
    }
}
