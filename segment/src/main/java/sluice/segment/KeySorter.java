package sluice.segment;

import java.util.Arrays;

/**
 * Sorts numbers of 64 bits, each with a value of 32 bits, by the unsigned order of the numbers and
 * stably. The arrays are reused; whoever uses the sorter fills them in place. Belongs to one
 * thread.
 *
 * <p>Cost: up to {@value #INSERTION_MAX} pairs by insertion; more by two or three radix passes over
 * the highest bits in which they differ, and the same again where those are equal. A digit has at
 * most {@value #DIGIT_BITS} bits, and few for few pairs, whose counters would else cost more than
 * they do.
 */
final class KeySorter {
    private static final int DIGIT_BITS = 11;
    private static final int DIGIT_BITS_MIN = 5;
    private static final int PASSES_MAX = 3;
    private static final int INSERTION_MAX = 40;

    private long[] keys = new long[0];
    private int[] values = new int[0];
    private long[] otherKeys = new long[0];
    private int[] otherValues = new int[0];
    private final int[] digits = new int[1 << DIGIT_BITS];
    private int count;

    /** Makes the arrays hold {@code newCount} pairs; what they held is lost. */
    void begin(int newCount) {
        count = newCount;
        if (keys.length < newCount) {
            int room = (int) Math.max(newCount, Math.min(keys.length * 2L, 1 << 26));
            keys = new long[room];
            values = new int[room];
            otherKeys = new long[room];
            otherValues = new int[room];
        }
    }

    /** The numbers; another array after each {@link #sort}. */
    long[] keys() {
        return keys;
    }

    /** What belongs to the numbers; another array after each {@link #sort}. */
    int[] values() {
        return values;
    }

    /** Sorts the pairs from index {@code from} up to {@code to}. */
    void sort(int from, int to) {
        if (to - from <= INSERTION_MAX) {
            insertionSort(from, to);
        } else {
            radixSort(from, to);
        }
    }

    private void insertionSort(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            long key = keys[i];
            int value = values[i];
            int j = i - 1;
            while (j >= from && Long.compareUnsigned(keys[j], key) > 0) {
                keys[j + 1] = keys[j];
                values[j + 1] = values[j];
                j--;
            }
            keys[j + 1] = key;
            values[j + 1] = value;
        }
    }

    /**
     * Sorts by as many of the highest differing bits as the passes reach, then what is equal in
     * those.
     */
    private void radixSort(int from, int to) {
        long min = keys[from];
        long max = min;
        for (int i = from + 1; i < to; i++) {
            long key = keys[i];
            min = Long.compareUnsigned(key, min) < 0 ? key : min;
            max = Long.compareUnsigned(key, max) > 0 ? key : max;
        }
        int bits = 64 - Long.numberOfLeadingZeros(max - min);
        if (bits == 0) {
            return;
        }
        int countBits = Integer.SIZE - Integer.numberOfLeadingZeros(to - from);
        int digitBitsMax = Math.clamp(countBits + 1, DIGIT_BITS_MIN, DIGIT_BITS);
        // So many bits tell nearly all pairs apart where keys are random (the birthday bound).
        int needed = Math.min(bits, 2 * countBits + 2);
        int passes = Math.min(PASSES_MAX, (needed + digitBitsMax - 1) / digitBitsMax);
        int digitBits = Math.min(digitBitsMax, (bits + passes - 1) / passes);
        int lowest = Math.max(0, bits - passes * digitBits);
        for (int pass = 0; pass < passes; pass++) {
            radixPass(from, to, min, lowest + pass * digitBits, digitBits);
        }
        if (lowest > 0) {
            sortRests(from, to, min, lowest);
        }
    }

    /** Ranges whose keys agree in all bits from {@code shift} up are sorted by their lower bits. */
    private void sortRests(int from, int to, long min, int shift) {
        int begin = from;
        while (begin < to) {
            long prefix = (keys[begin] - min) >>> shift;
            int end = begin + 1;
            while (end < to && (keys[end] - min) >>> shift == prefix) {
                end++;
            }
            sort(begin, end);
            begin = end;
        }
    }

    private void radixPass(int from, int to, long min, int shift, int digitBits) {
        int size = 1 << digitBits;
        int mask = size - 1;
        int[] starts = digits;
        long[] sourceKeys = keys;
        int[] sourceValues = values;
        long[] targetKeys = otherKeys;
        int[] targetValues = otherValues;
        Arrays.fill(starts, 0, size, 0);
        for (int i = from; i < to; i++) {
            starts[(int) ((sourceKeys[i] - min) >>> shift) & mask]++;
        }
        int sum = from;
        for (int digit = 0; digit < size; digit++) {
            int digitCount = starts[digit];
            starts[digit] = sum;
            sum += digitCount;
        }
        for (int i = from; i < to; i++) {
            long key = sourceKeys[i];
            int target = starts[(int) ((key - min) >>> shift) & mask]++;
            targetKeys[target] = key;
            targetValues[target] = sourceValues[i];
        }
        if (from == 0 && to == count) {
            keys = targetKeys;
            values = targetValues;
            otherKeys = sourceKeys;
            otherValues = sourceValues;
        } else {
            System.arraycopy(targetKeys, from, sourceKeys, from, to - from);
            System.arraycopy(targetValues, from, sourceValues, from, to - from);
        }
    }
}
