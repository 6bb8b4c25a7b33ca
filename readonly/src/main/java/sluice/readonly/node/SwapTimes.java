package sluice.readonly.node;

import java.util.Arrays;

/** How long the last swaps took. Thread-safe. */
final class SwapTimes {
    /** The times of a swap before these are forgotten. */
    static final int KEPT_MAX = 4_096;

    /** Guarded by this, as all below. */
    private final long[] nanos = new long[KEPT_MAX];

    private final long[] readiedNanos = new long[KEPT_MAX];
    private long count;

    /**
     * Counts a swap.
     *
     * @param readied from its decision on the disk until all was ready for the write
     * @param taken by the write that all readers see
     */
    synchronized void add(long readied, long taken) {
        int place = (int) (count++ % KEPT_MAX);
        readiedNanos[place] = readied;
        nanos[place] = taken;
    }

    /** How many there were, those that are forgotten too. */
    synchronized long count() {
        return count;
    }

    /** How long the writes took. */
    synchronized long[] nanos() {
        return known(nanos);
    }

    /** How long it took to make each of them ready. */
    synchronized long[] readiedNanos() {
        return known(readiedNanos);
    }

    private long[] known(long[] of) {
        return Arrays.copyOf(of, (int) Math.min(count, KEPT_MAX));
    }
}
