package sluice.store;

import java.util.concurrent.atomic.LongAdder;

/**
 * How far a pass over a store is: counters that only grow, to be read by any thread at any time.
 */
public final class ScanProgress {
    private final LongAdder rows = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder stepsDone = new LongAdder();
    private volatile int steps;

    void begin(int newSteps) {
        steps = newSteps;
    }

    void stepDone() {
        stepsDone.increment();
    }

    /** Tells that {@code count} more rows were seen; not to be called for each. */
    public void addRows(long count) {
        rows.add(count);
    }

    /** Tells that {@code count} more bytes were read or written. */
    public void addBytes(long count) {
        bytes.add(count);
    }

    /** The nodes and links that were seen. */
    public long rows() {
        return rows.sum();
    }

    /** The bytes that were read or written, where the pass counts them. */
    public long bytes() {
        return bytes.sum();
    }

    /** Which part of the work is done, from 0 to 1. */
    public double share() {
        int all = steps;
        return all == 0 ? 0 : Math.min(1, stepsDone.sum() / (double) all);
    }
}
