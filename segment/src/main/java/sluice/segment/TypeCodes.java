package sluice.segment;

import java.util.Arrays;

/**
 * Small numbers for the types that occur: code {@code i} is the i-th type that was asked for.
 * Belongs to one thread. Asking for the type of the row before, or of the one before that where it
 * was another, costs two comparisons: links and links back come by turns.
 */
final class TypeCodes {
    private static final int SLOTS_MIN = 64;

    private final int max;
    private long[] types = new long[16];
    private int[] slots = new int[SLOTS_MIN];
    private int count;
    private long lastType;
    private int lastCode = -1;
    private long otherType;
    private int otherCode = -1;

    TypeCodes(int max) {
        this.max = max;
    }

    /** The code of {@code type}, or -1 when it is new and there are {@code max} already. */
    int code(long type) {
        if (type == lastType && lastCode >= 0) {
            return lastCode;
        }
        int code = type == otherType && otherCode >= 0 ? otherCode : find(type);
        if (code >= 0) {
            otherType = lastType;
            otherCode = lastCode;
            lastType = type;
            lastCode = code;
        }
        return code;
    }

    private int find(long type) {
        int slot = slot(type);
        int code = slots[slot] - 1;
        if (code < 0 && count < max) {
            code = count;
            add(type, slot);
        }
        return code;
    }

    long type(int code) {
        return types[code];
    }

    int count() {
        return count;
    }

    /** Forgets all types. Cost: in proportion to them, however many there were before. */
    void clear() {
        if (slots.length > SLOTS_MIN && count * 8 < slots.length) {
            slots = new int[Math.max(SLOTS_MIN, slots.length / 8)];
        } else if (count > 0) {
            Arrays.fill(slots, 0);
        }
        count = 0;
        lastCode = -1;
        otherCode = -1;
    }

    /** Of each code the place of its type in the unsigned order of all types. */
    int[] ranks() {
        Integer[] codes = new Integer[count];
        Arrays.setAll(codes, i -> i);
        Arrays.sort(codes, (a, b) -> Long.compareUnsigned(types[a], types[b]));
        int[] ranks = new int[count];
        for (int rank = 0; rank < count; rank++) {
            ranks[codes[rank]] = rank;
        }
        return ranks;
    }

    private void add(long type, int slot) {
        if (count == types.length) {
            types = Arrays.copyOf(types, count * 2);
        }
        types[count++] = type;
        slots[slot] = count;
        if (count * 2 > slots.length) {
            slots = new int[slots.length * 2];
            for (int code = 0; code < count; code++) {
                slots[slot(types[code])] = code + 1;
            }
        }
    }

    private int slot(long type) {
        int mask = slots.length - 1;
        int slot = (int) ((type * 0x9E3779B97F4A7C15L) >>> 40) & mask;
        while (slots[slot] != 0 && types[slots[slot] - 1] != type) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
