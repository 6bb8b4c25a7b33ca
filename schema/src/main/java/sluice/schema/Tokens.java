package sluice.schema;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import sluice.model.ByteHash;

/**
 * The tokens of one value: byte strings in ascending order of unsigned bytes, each once. Filled
 * again for the next value; belongs to one thread.
 */
public final class Tokens {
    /** A longer token is cut, and its hash put behind what is left of it. */
    static final int LENGTH_BYTES_MAX = 255;

    /** A token of more bytes may be one that was cut, which two values can have. */
    public static final int WHOLE_BYTES_MAX = LENGTH_BYTES_MAX - 1;

    private static final int CUT_BYTES = LENGTH_BYTES_MAX - Long.BYTES;
    private static final int FIRST_TOKENS = 16;
    private static final int INSERTION_SORT_MAX = 16;

    final TextBuffer buffer = new TextBuffer();
    private MemorySegment memory = MemorySegment.ofArray(buffer.bytes);
    private int[] begins = new int[FIRST_TOKENS];
    private int[] lengths = new int[FIRST_TOKENS];
    private int count;
    private int begin;

    void clear() {
        buffer.clear();
        count = 0;
    }

    /** From here on the bytes that are put into {@link #buffer} are a token, until {@link #end}. */
    void begin() {
        begin = buffer.length;
    }

    /** Ends a token; one that is too long is cut, so that values have to be looked at. */
    void end() {
        int length = buffer.length - begin;
        if (length > LENGTH_BYTES_MAX) {
            long hash = ByteHash.nonZero(memory(), begin, length);
            buffer.length = begin + CUT_BYTES;
            putBigEndian(hash, Long.BYTES);
            length = LENGTH_BYTES_MAX;
        }
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        begins[count] = begin;
        lengths[count] = length;
        count++;
    }

    /** The bytes so far, for hashing. */
    MemorySegment memory() {
        if (memory.byteSize() != buffer.bytes.length) {
            memory = MemorySegment.ofArray(buffer.bytes);
        }
        return memory;
    }

    /** Puts the lowest {@code width} bytes of a number, the highest first. */
    void putBigEndian(long number, int width) {
        for (int i = width - 1; i >= 0; i--) {
            buffer.put((int) (number >>> (8 * i)));
        }
    }

    /** Puts the tokens in order and drops what stands there twice. */
    void sort() {
        if (count > INSERTION_SORT_MAX) {
            heapSort();
        } else {
            for (int i = 1; i < count; i++) {
                for (int j = i; j > 0 && compare(j - 1, j) > 0; j--) {
                    swap(j - 1, j);
                }
            }
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (kept == 0 || compare(kept - 1, i) != 0) {
                begins[kept] = begins[i];
                lengths[kept] = lengths[i];
                kept++;
            }
        }
        count = kept;
    }

    private void heapSort() {
        for (int root = count / 2 - 1; root >= 0; root--) {
            sift(root, count);
        }
        for (int last = count - 1; last > 0; last--) {
            swap(0, last);
            sift(0, last);
        }
    }

    private void sift(int from, int end) {
        int root = from;
        while (2 * root + 1 < end) {
            int child = 2 * root + 1;
            if (child + 1 < end && compare(child, child + 1) < 0) {
                child++;
            }
            if (compare(root, child) >= 0) {
                return;
            }
            swap(root, child);
            root = child;
        }
    }

    private int compare(int a, int b) {
        return Arrays.compareUnsigned(
                buffer.bytes,
                begins[a],
                begins[a] + lengths[a],
                buffer.bytes,
                begins[b],
                begins[b] + lengths[b]);
    }

    private void swap(int a, int b) {
        int swapped = begins[a];
        begins[a] = begins[b];
        begins[b] = swapped;
        swapped = lengths[a];
        lengths[a] = lengths[b];
        lengths[b] = swapped;
    }

    /** How many tokens there are. */
    public int count() {
        return count;
    }

    /** The array in which they are. */
    public byte[] bytes() {
        return buffer.bytes;
    }

    public int offset(int index) {
        return begins[index];
    }

    /** How many bytes a token has, 0 to 255. */
    public int length(int index) {
        return lengths[index];
    }
}
