package sluice.readonly.route;

import java.util.Arrays;

/**
 * When a second replica is asked beside a slow first one: after the time within which 95 of 100
 * recent reads were answered, for at most one read in twenty. Thread-safe.
 */
final class HedgeBudget {
    private static final int READS_PER_HEDGE = 20;
    private static final int SAVED_MAX = 50 * READS_PER_HEDGE;
    private static final int SAMPLES = 128;
    private static final int P95 = SAMPLES * 95 / 100;
    private static final int UPDATE_EVERY = 16;
    private static final long DELAY_NANOS_MIN = 1_000_000;
    private static final long DELAY_NANOS_START = 20_000_000;

    /** All below is guarded by this. */
    private final long[] latencies = new long[SAMPLES];

    private long count;
    private int saved;
    private volatile long delayNanos = DELAY_NANOS_START;

    /** A read was answered by the first replica, or the second, after {@code nanos}. */
    synchronized void answered(long nanos) {
        latencies[(int) (count++ % SAMPLES)] = nanos;
        saved = Math.min(saved + 1, SAVED_MAX);
        if (count >= SAMPLES && count % UPDATE_EVERY == 0) {
            long[] sorted = latencies.clone();
            Arrays.sort(sorted);
            delayNanos = Math.max(DELAY_NANOS_MIN, sorted[P95]);
        }
    }

    /** How long to wait for the first replica. */
    long delayNanos() {
        return delayNanos;
    }

    /** Whether a second one may be asked now. */
    synchronized boolean take() {
        if (saved < READS_PER_HEDGE) {
            return false;
        }
        saved -= READS_PER_HEDGE;
        return true;
    }
}
