package sluice.proof;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** How far a proof is, to be read by any thread at any time. */
public final class ProofProgress {
    private static final LongSupplier NOTHING = () -> 0;

    private final LongAdder storedRows = new LongAdder();
    private final LongAdder partsDone = new LongAdder();
    private volatile String step = "reading the source";
    private volatile long total;
    private final LongAdder before = new LongAdder();
    private volatile LongSupplier reading = NOTHING;

    /** The present step, in words. */
    public String step() {
        return step;
    }

    /** Which part of the present step is done, from 0 to 1. */
    public double share() {
        long all = total;
        return all == 0 ? 0 : Math.min(1, done() / (double) all);
    }

    /** How many rows of the store were read, in all passes. */
    public long storedRows() {
        return storedRows.sum();
    }

    private long done() {
        return before.sum() + reading.getAsLong() + partsDone.sum();
    }

    void enter(String newStep) {
        step = newStep;
    }

    /** A pass of {@code newTotal} bytes or parts begins. */
    void begin(long newTotal) {
        before.reset();
        reading = NOTHING;
        partsDone.reset();
        total = newTotal;
    }

    void reading(LongSupplier bytes) {
        reading = bytes;
    }

    /** Ends the reading that began last. */
    void readAll() {
        before.add(reading.getAsLong());
        reading = NOTHING;
    }

    void partDone() {
        partsDone.increment();
    }

    void addStoredRows(long count) {
        storedRows.add(count);
    }
}
