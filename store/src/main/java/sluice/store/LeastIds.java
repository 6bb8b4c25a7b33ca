package sluice.store;

import java.util.Arrays;

/**
 * The least of the ids that were added, in unsigned order, each once. Belongs to one thread.
 *
 * <p>Memory: twice as many ids as are wanted; cost: a sort for each time that fills up.
 */
final class LeastIds {
    private static final int FIRST = 64;

    private final int max;
    private long[] ids = new long[FIRST];
    private int used;

    /** How many of them are in order. */
    private int ordered;

    private boolean hasCeiling;
    private long ceiling;

    /** The least {@code max}. */
    LeastIds(int max) {
        this.max = max;
    }

    /** Whether an id as high as {@code id} may still be one of the least. */
    boolean wants(long id) {
        return !hasCeiling || Long.compareUnsigned(id, ceiling) < 0;
    }

    /** Adds an id; false where no higher one is wanted. */
    boolean add(long id) {
        if (!wants(id)) {
            return false;
        }
        if (used == ids.length) {
            compact();
            if (used > ids.length / 2) {
                ids = Arrays.copyOf(ids, (int) Math.min(2L * ids.length, Integer.MAX_VALUE - 8));
            }
        }
        ids[used++] = id;
        return true;
    }

    /** Puts the ids in order and drops those that are not among the least. */
    private void compact() {
        if (ordered == used) {
            return;
        }
        for (int i = 0; i < used; i++) {
            ids[i] ^= Long.MIN_VALUE;
        }
        Arrays.sort(ids, 0, used);
        int kept = 0;
        for (int i = 0; i < used && kept < max; i++) {
            if (kept == 0 || ids[kept - 1] != ids[i]) {
                ids[kept++] = ids[i];
            }
        }
        used = kept;
        ordered = kept;
        for (int i = 0; i < used; i++) {
            ids[i] ^= Long.MIN_VALUE;
        }
        if (used == max) {
            hasCeiling = true;
            ceiling = ids[used - 1];
        }
    }

    /** Whether there are as many as are wanted, so that {@link #wants} says what is too high. */
    boolean isFull() {
        if (used >= max) {
            compact();
        }
        return hasCeiling;
    }

    /** All of them, ascending. */
    long[] sorted() {
        compact();
        return Arrays.copyOf(ids, used);
    }
}
