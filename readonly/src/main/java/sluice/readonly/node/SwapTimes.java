package sluice.readonly.node;

import java.util.Arrays;

/** How long the last swaps took. Thread-safe. */
final class SwapTimes {
    /** A swap before these is forgotten. */
    static final int KEPT_MAX = 4_096;

    /** Guarded by this, as the count. */
    private final long[] nanos = new long[KEPT_MAX];

    private long count;

    synchronized void add(long taken) {
        nanos[(int) (count++ % KEPT_MAX)] = taken;
    }

    synchronized long[] nanos() {
        return Arrays.copyOf(nanos, (int) Math.min(count, KEPT_MAX));
    }
}
