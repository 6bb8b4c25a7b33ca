package sluice.segment;

import java.io.IOException;
import java.util.Arrays;

/**
 * The order by id2 of a list that is longer than a block, so that one of its links is found by
 * binary search: the ordinals of its rows (0 is the newest), sorted by id2. Belongs to one thread.
 *
 * <p>Cost: 12 bytes a row of the list while it is written, 2 to 4 bytes a row in the file.
 */
final class PointIndex {
    private final KeySorter sorter = new KeySorter();
    private long[] id2s = new long[4 * BlockBuilder.ROWS_MAX];
    private int count;
    private boolean inOrder;

    /** Begins a list. */
    void begin() {
        count = 0;
        inOrder = true;
    }

    /** Adds the next rows of the list. */
    void add(long[] next, int nextCount) {
        if (count + nextCount > id2s.length) {
            id2s = Arrays.copyOf(id2s, Math.max(count + nextCount, id2s.length * 2));
        }
        System.arraycopy(next, 0, id2s, count, nextCount);
        for (int i = Math.max(1, count); inOrder && i < count + nextCount; i++) {
            inOrder = Long.compareUnsigned(id2s[i - 1], id2s[i]) < 0;
        }
        count += nextCount;
    }

    /** Whether the list has the order of id2 already and needs no index. */
    boolean inOrder() {
        return inOrder;
    }

    /**
     * Writes the index as pieces, notes each in {@code pieces}, and returns the bytes of an entry.
     */
    int write(OutputFile out, LongTable pieces) throws IOException {
        sorter.begin(count);
        System.arraycopy(id2s, 0, sorter.keys(), 0, count);
        int[] ordinals = sorter.values();
        for (int i = 0; i < count; i++) {
            ordinals[i] = i;
        }
        sorter.sort(0, count);
        int width = count <= 1 << 16 ? 2 : 4;
        int entriesMax = FileLayout.PIECE_BYTES_MAX / width;
        for (int from = 0; from < count; from += entriesMax) {
            writePiece(out, pieces, from, Math.min(count, from + entriesMax), width);
        }
        return width;
    }

    private void writePiece(OutputFile out, LongTable pieces, int from, int to, int width)
            throws IOException {
        out.reserve(FileLayout.PIECE_BYTES_MAX + 16);
        byte[] memory = out.buffer();
        int at = out.position();
        int[] ordinals = sorter.values();
        for (int i = from; i < to; i++, at += width) {
            Bytes.putLong(memory, at, ordinals[i]);
        }
        int length = Bytes.align8(at - out.position());
        Arrays.fill(memory, at, out.position() + length, (byte) 0);
        long offset = out.offset();
        long checksum = out.advance(length) & 0xFFFF_FFFFL;
        pieces.add(offset, checksum << 32 | length);
    }
}
