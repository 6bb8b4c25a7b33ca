package sluice.segment;

import java.io.IOException;
import java.util.Arrays;

/**
 * {@link PointOrder} of lists whose id2s memory holds.
 *
 * <p>Cost: 32 bytes a row of the longest list while it is written, 2 to 4 bytes a row in the file.
 */
final class PointIndex implements PointOrder {
    private final KeySorter sorter = new KeySorter();
    private long[] id2s = new long[4 * BlockBuilder.ROWS_MAX];
    private int count;
    private boolean inOrder;

    @Override
    public void begin() {
        count = 0;
        inOrder = true;
    }

    @Override
    public void add(long[] next, int nextCount) {
        if (count + nextCount > id2s.length) {
            id2s = Arrays.copyOf(id2s, Math.max(count + nextCount, id2s.length * 2));
        }
        System.arraycopy(next, 0, id2s, count, nextCount);
        for (int i = Math.max(1, count); inOrder && i < count + nextCount; i++) {
            inOrder = Long.compareUnsigned(id2s[i - 1], id2s[i]) < 0;
        }
        count += nextCount;
    }

    @Override
    public boolean inOrder() {
        return inOrder;
    }

    @Override
    public int write(OutputFile out, LongTable pieces) throws IOException {
        sorter.begin(count);
        System.arraycopy(id2s, 0, sorter.keys(), 0, count);
        for (int i = 0; i < count; i++) {
            sorter.values()[i] = i;
        }
        sorter.sort(0, count);
        int[] ordinals = sorter.values();
        PointPieces written = new PointPieces(out, pieces, count);
        for (int i = 0; i < count; i++) {
            written.add(ordinals[i]);
        }
        written.end();
        return written.width();
    }
}
