package sluice.experiments.rival;

import java.util.Arrays;

/**
 * The ids at which the key space is cut into pieces: piece {@code p} holds the ids from border
 * {@code p - 1} on up to border {@code p}, compared as unsigned numbers. A lookup costs a table
 * access and a search among the few borders of that cell.
 */
final class IdBorders {
    private static final int CELL_BITS = 16;

    private final long[] borders;
    private final long base;
    private final int shift;
    private final int[] firstOfCell = new int[(1 << CELL_BITS) + 1];

    private IdBorders(long[] borders) {
        this.borders = borders;
        base = borders.length == 0 ? 0 : borders[0];
        long span = borders.length == 0 ? 0 : borders[borders.length - 1] - base;
        shift = Math.max(0, 64 - Long.numberOfLeadingZeros(span) - CELL_BITS);
        int piece = 0;
        for (int cell = 0; cell < 1 << CELL_BITS; cell++) {
            while (piece < borders.length && (borders[piece] - base) >>> shift < cell) {
                piece++;
            }
            firstOfCell[cell] = piece;
        }
        firstOfCell[1 << CELL_BITS] = borders.length;
    }

    /** Cuts at the quantiles of a sample of ids; ids that fill more than a piece get one border. */
    static IdBorders ofSample(long[] ids, int pieces) {
        long[] flipped = new long[ids.length];
        for (int i = 0; i < ids.length; i++) {
            flipped[i] = ids[i] ^ Long.MIN_VALUE;
        }
        Arrays.sort(flipped);
        long[] borders = new long[Math.max(0, pieces - 1)];
        int count = 0;
        for (int i = 1; i < pieces && flipped.length > 0; i++) {
            long border = flipped[(int) ((long) flipped.length * i / pieces)] ^ Long.MIN_VALUE;
            if (count == 0 || borders[count - 1] != border) {
                borders[count++] = border;
            }
        }
        return new IdBorders(Arrays.copyOf(borders, count));
    }

    int pieces() {
        return borders.length + 1;
    }

    int pieceOf(long id) {
        if (borders.length == 0 || Long.compareUnsigned(id, base) < 0) {
            return 0;
        }
        long cell = Math.min((id - base) >>> shift, (1 << CELL_BITS) - 1);
        int low = firstOfCell[(int) cell];
        int high = firstOfCell[(int) cell + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(id, borders[middle]) < 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
