package sluice.segment;

import java.io.IOException;

/** {@link PointOrder} of a list whose id2s memory does not hold: an {@link ExternalSort}'s work. */
final class SortedPointIndex implements PointOrder {
    private final ExternalSort sort;
    private long count;
    private long last;
    private boolean inOrder = true;

    /** For one list. The sort stays the caller's. */
    SortedPointIndex(ExternalSort sort) {
        this.sort = sort;
    }

    @Override
    public void begin() {
        if (count != 0) {
            throw new IllegalStateException("made for one list");
        }
    }

    @Override
    public void add(long[] id2s, int rows) throws IOException {
        for (int i = 0; i < rows; i++) {
            inOrder &= count == 0 || Long.compareUnsigned(last, id2s[i]) < 0;
            last = id2s[i];
            sort.add(id2s[i], 0, count++, 0, 0);
        }
    }

    @Override
    public boolean inOrder() {
        return inOrder;
    }

    @Override
    public int write(OutputFile out, LongTable pieces) throws IOException {
        PointPieces written = new PointPieces(out, pieces, count);
        for (RowMerge sorted = sort.sorted(); sorted.next(); ) {
            written.add(sorted.id2());
        }
        written.end();
        return written.width();
    }
}
