package sluice.ingest.file;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Slows all readers of a source down to a number of bytes a second: a token bucket that holds what
 * may be read in a twentieth of a second.
 *
 * <p>Safe for any number of threads; {@code this} guards all fields.
 */
public final class RateLimit {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long BURST_NANOS = SECOND_NANOS / 20;

    private final double nanosPerByte;
    private final LongSupplier nanoClock;

    /** When all that was granted so far will have been paid for. */
    private long paidNanos;

    /** A limit of 0 bytes a second is none. */
    public RateLimit(long bytesPerSecond, LongSupplier nanoClock) {
        this.nanosPerByte = bytesPerSecond == 0 ? 0 : (double) SECOND_NANOS / bytesPerSecond;
        this.nanoClock = nanoClock;
        this.paidNanos = nanoClock.getAsLong() - BURST_NANOS;
    }

    /** How long it takes at least to read {@code bytes}. */
    public double seconds(long bytes) {
        return bytes * nanosPerByte / SECOND_NANOS;
    }

    /** Takes {@code bytes} out of the bucket and waits until they are due. */
    void acquire(long bytes) {
        if (nanosPerByte == 0 || bytes <= 0) {
            return;
        }
        long dueNanos = take(bytes);
        for (long wait = dueNanos - nanoClock.getAsLong();
                wait > 0;
                wait = dueNanos - nanoClock.getAsLong()) {
            LockSupport.parkNanos(wait);
        }
    }

    /** Takes {@code bytes} out of the bucket and returns the time at which they are due. */
    public synchronized long take(long bytes) {
        long earliest = nanoClock.getAsLong() - BURST_NANOS;
        if (paidNanos - earliest < 0) {
            paidNanos = earliest;
        }
        paidNanos += (long) (bytes * nanosPerByte);
        return paidNanos;
    }
}
