package sluice.linkbench.run;

import java.util.concurrent.locks.LockSupport;

/** Time as a run sees it: to measure with, to write down, and to wait for. */
public interface BenchClock {
    /** For durations; runs on evenly. */
    long nanoTime();

    /** Milliseconds since 1970. */
    long millis();

    /** Comes back once {@link #nanoTime} has reached {@code nanos}. */
    void waitUntil(long nanos);

    /** The clock of the machine. */
    static BenchClock system() {
        return new BenchClock() {
            /** Threads of Linux wake up some 55 microseconds late. */
            private static final long SPIN_NANOS = 60_000;

            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public long millis() {
                return System.currentTimeMillis();
            }

            @Override
            public void waitUntil(long nanos) {
                long left = nanos - nanoTime();
                while (left > 0) {
                    if (left > SPIN_NANOS) {
                        LockSupport.parkNanos(left - SPIN_NANOS);
                    } else {
                        Thread.onSpinWait();
                    }
                    left = nanos - nanoTime();
                }
            }
        };
    }
}
