package sluice.load.job;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How long what meets a server away tries again: five minutes by the clock since the first failure,
 * tries and pauses together, so that a server can start again meanwhile. To be made anew once a try
 * went well. Belongs to one thread.
 */
public final class AwayPatience {
    /** The pauses between tries: ever longer. */
    private static final long PAUSE_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long PAUSE_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

    /** How soon a pause ends once all shall end. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long AWAY_NANOS_MAX = TimeUnit.MINUTES.toNanos(5);

    private final LongSupplier nanoClock;
    private boolean hasFailed;
    private long firstNanos;
    private long nextNanos = PAUSE_NANOS_MIN;

    /** Begins at the first {@link #pause}. */
    public AwayPatience(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * Pauses after a failure; false where nothing is to be tried again: the time is over, or {@code
     * isEnding} says so, which is asked ever again and may throw.
     */
    public boolean pause(BooleanSupplier isEnding) {
        long now = nanoClock.getAsLong();
        if (!hasFailed) {
            hasFailed = true;
            firstNanos = now;
        }
        long leftNanos = AWAY_NANOS_MAX - (now - firstNanos);
        if (leftNanos <= 0) {
            return false;
        }
        long pauseNanos = Math.min(nextNanos, leftNanos);
        nextNanos = Math.min(2 * nextNanos, PAUSE_NANOS_MAX);
        for (long left = pauseNanos; left > 0 && !isEnding.getAsBoolean(); left -= LOOK_NANOS) {
            LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
        }
        return !isEnding.getAsBoolean();
    }
}
