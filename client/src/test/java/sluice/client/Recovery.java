package sluice.client;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Waits in experiments with a bad network. */
public final class Recovery {
    private static final int LOOK_MILLIS = 10;

    private Recovery() {}

    /**
     * Waits until each user has got an answer since then, or longer than {@code millisMax}; returns
     * how long that took, in milliseconds.
     *
     * @param answeredNanos when each user got its last answer, by {@link System#nanoTime}
     */
    public static long await(List<LongSupplier> answeredNanos, long sinceNanos, long millisMax) {
        long limit = TimeUnit.MILLISECONDS.toNanos(millisMax);
        while (System.nanoTime() - sinceNanos < limit
                && !answeredNanos.stream().allMatch(at -> at.getAsLong() - sinceNanos > 0)) {
            pause(LOOK_MILLIS);
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
    }

    /** Does nothing for so long. */
    public static void pause(int millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
