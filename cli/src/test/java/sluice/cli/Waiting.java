package sluice.cli;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other processes do. */
public final class Waiting {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Longer than anything takes, also where HBase has lost a server and the machine is busy. */
    private static final long NANOS_MAX = Duration.ofMinutes(15).toNanos();

    private Waiting() {}

    /** Whether it is so by now; looks after the others, too. */
    public interface Condition {
        boolean holds() throws Exception;
    }

    public static void until(String what, Condition condition) throws Exception {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begin > NANOS_MAX) {
                throw new AssertionError("it does not come to this: " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
