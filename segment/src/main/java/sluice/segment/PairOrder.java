package sluice.segment;

import java.util.Arrays;

/**
 * Puts pairs of a key and an id, which lie in one array, in order: by the unsigned bytes of the
 * keys, a prefix first, then by id. Belongs to one thread and is used again and again.
 *
 * <p>A pair: u16 length of the key, the key, u64 id. Cost: radix passes over 8 bytes of the keys at
 * a time, of those that are equal so far; no object a pair.
 */
final class PairOrder {
    private static final int LENGTH_BYTES = 2;

    /** As many pairs are compared whole, one with the other. */
    private static final int INSERTION_MAX = 12;

    private final KeySorter sorter = new KeySorter();
    private byte[] pairs = new byte[0];

    static int keyLength(byte[] pairs, int place) {
        return Bytes.getShort(pairs, place) & 0xFFFF;
    }

    /**
     * The first {@code count} of {@code places} in the order of the pairs at them; the array is the
     * sorter's.
     */
    int[] sort(byte[] newPairs, int[] places, int count) {
        pairs = newPairs;
        sorter.begin(count);
        System.arraycopy(places, 0, sorter.values(), 0, count);
        sortBytes(0, count, 0);
        pairs = new byte[0];
        return sorter.values();
    }

    /** Sorts pairs whose keys agree in their first {@code depth} bytes and have at least those. */
    private void sortBytes(int from, int to, int depth) {
        if (to - from <= INSERTION_MAX) {
            insertionSort(from, to);
            return;
        }
        long[] keys = sorter.keys();
        int[] values = sorter.values();
        for (int i = from; i < to; i++) {
            keys[i] = prefix(values[i], depth);
        }
        sorter.sort(from, to);
        int begin = from;
        while (begin < to) {
            long prefix = sorter.keys()[begin];
            int end = begin + 1;
            while (end < to && sorter.keys()[end] == prefix) {
                end++;
            }
            if (end - begin > 1) {
                sortEqual(begin, end, depth + Long.BYTES);
            }
            begin = end;
        }
    }

    /** Pairs whose keys agree in the first {@code depth} bytes, with zeros behind the shorter. */
    private void sortEqual(int from, int to, int depth) {
        int[] values = sorter.values();
        int shortest = Integer.MAX_VALUE;
        int longest = 0;
        for (int i = from; i < to; i++) {
            int length = keyLength(pairs, values[i]);
            shortest = Math.min(shortest, length);
            longest = Math.max(longest, length);
        }
        if (shortest > depth) {
            sortBytes(from, to, depth);
        } else if (shortest == longest) {
            sortIds(from, to, shortest);
        } else {
            sortLengths(from, to, depth);
        }
    }

    /** Pairs of which the shorter ones, but for zeros, are prefixes of the longer ones. */
    private void sortLengths(int from, int to, int depth) {
        long[] keys = sorter.keys();
        for (int i = from; i < to; i++) {
            keys[i] = Math.min(keyLength(pairs, sorter.values()[i]), depth + 1);
        }
        sorter.sort(from, to);
        int begin = from;
        while (begin < to) {
            long length = sorter.keys()[begin];
            int end = begin + 1;
            while (end < to && sorter.keys()[end] == length) {
                end++;
            }
            if (length <= depth) {
                sortIds(begin, end, (int) length);
            } else {
                sortBytes(begin, end, depth);
            }
            begin = end;
        }
    }

    /** Pairs of one key of {@code length} bytes. */
    private void sortIds(int from, int to, int length) {
        long[] keys = sorter.keys();
        int[] values = sorter.values();
        boolean isInOrder = true;
        for (int i = from; i < to; i++) {
            keys[i] = Bytes.getLong(pairs, values[i] + LENGTH_BYTES + length);
            isInOrder &= i == from || Long.compareUnsigned(keys[i - 1], keys[i]) <= 0;
        }
        if (!isInOrder) {
            sorter.sort(from, to);
        }
    }

    /** Eight bytes of a key from {@code depth} on, the first one highest, with zeros behind it. */
    private long prefix(int place, int depth) {
        int length = keyLength(pairs, place) - depth;
        long bytes = Bytes.getLong(pairs, place + LENGTH_BYTES + depth);
        long prefix = Long.reverseBytes(bytes);
        return length >= Long.BYTES
                ? prefix
                : length <= 0 ? 0 : prefix & -1L << (Long.SIZE - Byte.SIZE * length);
    }

    private void insertionSort(int from, int to) {
        int[] values = sorter.values();
        for (int i = from + 1; i < to; i++) {
            int value = values[i];
            int j = i - 1;
            while (j >= from && compare(values[j], value) > 0) {
                values[j + 1] = values[j];
                j--;
            }
            values[j + 1] = value;
        }
    }

    private int compare(int a, int b) {
        int aKey = a + LENGTH_BYTES;
        int bKey = b + LENGTH_BYTES;
        int aEnd = aKey + keyLength(pairs, a);
        int bEnd = bKey + keyLength(pairs, b);
        int order = Arrays.compareUnsigned(pairs, aKey, aEnd, pairs, bKey, bEnd);
        return order != 0
                ? order
                : Long.compareUnsigned(Bytes.getLong(pairs, aEnd), Bytes.getLong(pairs, bEnd));
    }
}
