package sluice.experiments.rival;

import static sluice.experiments.rival.NativeMemory.ALL;
import static sluice.experiments.rival.NativeMemory.BIG_LONG;
import static sluice.experiments.rival.NativeMemory.NATIVE_INT;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of one piece in order; one a thread, filled again for each piece. A row is sorted by one
 * word: the leading bits of its key, each field less the least value of the piece, and its index.
 * Rows whose leading bits are equal are compared in full. Cost: two passes over the rows and one
 * sort of words.
 */
final class Piece implements AutoCloseable {
    private static final int INSERTION_MAX = 24;

    private final RowLayout layout;
    private final RowBlocks blocks;
    private final List<RowScatter> scatters;
    private final int[] keyOffsets = {0, RowLayout.TYPE, RowLayout.INVERTED_TIME, RowLayout.ID2};
    private final int[] pointOffsets = {0, RowLayout.TYPE, RowLayout.ID2};
    private final long[] least = new long[4];
    private final long[] greatest = new long[4];
    private NativeMemory spilled = NativeMemory.allocate(1);
    private long[] rows = new long[1 << 12];
    private long[] words = new long[1 << 12];
    private int count;
    private int indexBits;

    /** Whether the words hold whole keys, so that equal words mean equal keys. */
    private boolean whole;

    Piece(RowLayout layout, RowBlocks blocks, List<RowScatter> scatters) {
        this.layout = layout;
        this.blocks = blocks;
        this.scatters = scatters;
    }

    /** Takes the rows of piece {@code index}, in no order. */
    void fill(int index) throws IOException {
        count = 0;
        Arrays.fill(least, -1);
        Arrays.fill(greatest, 0);
        readSpilled(index);
        long spilledAt = spilled.address();
        for (RowScatter scatter : scatters) {
            BlockList list = scatter.blocksOf(index);
            for (int i = 0; i < list.count(); i++) {
                if (list.spilled(i)) {
                    walk(spilledAt, spilledAt + list.lengthBytes(i));
                    spilledAt += list.lengthBytes(i);
                } else {
                    walk(list.place(i), list.place(i) + list.lengthBytes(i));
                }
            }
        }
    }

    /** Orders the rows for the list key and returns how many there are. */
    int sortByList() {
        sort(keyOffsets);
        return count;
    }

    /** Orders the rows for the point key and returns how many there are. */
    int sortByPoint() {
        sort(pointOffsets);
        return count;
    }

    /** The address of the row that is {@code position}-th in order. */
    long row(int position) {
        return rows[(int) (words[position] & ((1L << indexBits) - 1))];
    }

    /** Whether the next row in order has the same key, so that it replaces this one. */
    boolean replaced(int position, boolean point) {
        return position + 1 < count
                && words[position] >>> indexBits == words[position + 1] >>> indexBits
                && (whole
                        || sameKey(
                                row(position),
                                row(position + 1),
                                point ? pointOffsets : keyOffsets));
    }

    @Override
    public void close() {
        spilled.close();
    }

    private void readSpilled(int index) throws IOException {
        long lengthBytes = 0;
        for (RowScatter scatter : scatters) {
            BlockList list = scatter.blocksOf(index);
            for (int i = 0; i < list.count(); i++) {
                lengthBytes += list.spilled(i) ? list.lengthBytes(i) : 0;
            }
        }
        if (lengthBytes > spilled.lengthBytes()) {
            spilled.close();
            spilled = NativeMemory.allocate(lengthBytes);
        }
        long to = spilled.address();
        for (RowScatter scatter : scatters) {
            BlockList list = scatter.blocksOf(index);
            for (int i = 0; i < list.count(); i++) {
                if (list.spilled(i)) {
                    blocks.read(list.place(i), list.lengthBytes(i), to);
                    to += list.lengthBytes(i);
                }
            }
        }
    }

    /** Notes the address of each row and the range of each field. */
    private void walk(long from, long to) {
        int fields = keyOffsets.length;
        long row = from;
        while (row < to) {
            if (count == rows.length) {
                rows = Arrays.copyOf(rows, count * 2);
                words = Arrays.copyOf(words, count * 2);
            }
            rows[count++] = row;
            for (int field = 0; field < fields; field++) {
                // Moved by the sign bit, a signed comparison orders unsigned numbers.
                long value = ALL.get(BIG_LONG, row + 8L * field) ^ Long.MIN_VALUE;
                least[field] = Math.min(least[field] ^ Long.MIN_VALUE, value) ^ Long.MIN_VALUE;
                greatest[field] =
                        Math.max(greatest[field] ^ Long.MIN_VALUE, value) ^ Long.MIN_VALUE;
            }
            row += layout.rowBytes(ALL.get(NATIVE_INT, row + RowLayout.DATA_LENGTH));
        }
    }

    private void sort(int[] offsets) {
        indexBits = 64 - Long.numberOfLeadingZeros(count);
        int left = 63 - indexBits;
        whole = true;
        Arrays.fill(words, 0, count, 0);
        for (int offset : offsets) {
            long base = least[offset >>> 3];
            int bits = 64 - Long.numberOfLeadingZeros(greatest[offset >>> 3] - base);
            int taken = Math.min(bits, left);
            whole &= taken == bits;
            if (taken > 0) {
                append(offset, base, taken, bits - taken);
            }
            left -= taken;
        }
        for (int i = 0; i < count; i++) {
            words[i] = words[i] << indexBits | i;
        }
        Arrays.sort(words, 0, count);
        if (!whole) {
            sortEqualWords(offsets);
        }
    }

    private void append(int offset, long base, int takenBits, int droppedBits) {
        for (int i = 0; i < count; i++) {
            long value = (ALL.get(BIG_LONG, rows[i] + offset) - base) >>> droppedBits;
            words[i] = words[i] << takenBits | value;
        }
    }

    private void sortEqualWords(int[] offsets) {
        int first = 0;
        while (first < count) {
            long prefix = words[first] >>> indexBits;
            int last = first + 1;
            while (last < count && words[last] >>> indexBits == prefix) {
                last++;
            }
            if (last - first > INSERTION_MAX) {
                heapSort(first, last, offsets);
            } else {
                insertionSort(first, last, offsets);
            }
            first = last;
        }
    }

    private void insertionSort(int from, int to, int[] offsets) {
        for (int i = from + 1; i < to; i++) {
            long word = words[i];
            int hole = i;
            while (hole > from && compareWords(words[hole - 1], word, offsets) > 0) {
                words[hole] = words[hole - 1];
                hole--;
            }
            words[hole] = word;
        }
    }

    private void heapSort(int from, int to, int[] offsets) {
        int length = to - from;
        for (int root = length / 2 - 1; root >= 0; root--) {
            sink(from, root, length, offsets);
        }
        for (int last = length - 1; last > 0; last--) {
            long word = words[from];
            words[from] = words[from + last];
            words[from + last] = word;
            sink(from, 0, last, offsets);
        }
    }

    private void sink(int from, int start, int length, int[] offsets) {
        int root = start;
        long word = words[from + root];
        while (2 * root + 1 < length) {
            int child = 2 * root + 1;
            if (child + 1 < length
                    && compareWords(words[from + child], words[from + child + 1], offsets) < 0) {
                child++;
            }
            if (compareWords(word, words[from + child], offsets) >= 0) {
                break;
            }
            words[from + root] = words[from + child];
            root = child;
        }
        words[from + root] = word;
    }

    private int compareWords(long left, long right, int[] offsets) {
        long mask = (1L << indexBits) - 1;
        int byKey = compareKeys(rows[(int) (left & mask)], rows[(int) (right & mask)], offsets);
        return byKey != 0 ? byKey : Long.compare(left, right);
    }

    private static boolean sameKey(long left, long right, int[] offsets) {
        return compareKeys(left, right, offsets) == 0;
    }

    private static int compareKeys(long left, long right, int[] offsets) {
        for (int offset : offsets) {
            int order =
                    Long.compareUnsigned(
                            ALL.get(BIG_LONG, left + offset), ALL.get(BIG_LONG, right + offset));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
