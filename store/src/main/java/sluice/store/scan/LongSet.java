package sluice.store.scan;

import java.util.Arrays;

/** A growing set of numbers, for one answer: a few by comparing, more by hashing. */
public final class LongSet {
    private static final int COMPARED_MAX = 16;

    private long[] values = new long[COMPARED_MAX];
    private int[] slots = new int[0];
    private int count;

    /** Adds {@code value}; false when it was there already. */
    public boolean add(long value) {
        if (slots.length == 0) {
            for (int i = 0; i < count; i++) {
                if (values[i] == value) {
                    return false;
                }
            }
            append(value);
            if (count == COMPARED_MAX) {
                rehash(64);
            }
            return true;
        }
        int slot = slot(value);
        if (slots[slot] != 0) {
            return false;
        }
        append(value);
        slots[slot] = count;
        if (count * 2 > slots.length) {
            rehash(slots.length * 2);
        }
        return true;
    }

    boolean contains(long value) {
        if (slots.length != 0) {
            return slots[slot(value)] != 0;
        }
        for (int i = 0; i < count; i++) {
            if (values[i] == value) {
                return true;
            }
        }
        return false;
    }

    private void append(long value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    private int slot(long value) {
        int mask = slots.length - 1;
        int slot = (int) ((value * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0 && values[slots[slot] - 1] != value) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void rehash(int size) {
        slots = new int[size];
        for (int i = 0; i < count; i++) {
            slots[slot(values[i])] = i + 1;
        }
    }
}
