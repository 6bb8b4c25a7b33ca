package sluice.readonly.fetch;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A limit of bytes per second that all fetches of a node share. Thread-safe. A caller waits until
 * the bytes that were taken before it are paid for; at most a tenth of a second is given in
 * advance.
 */
public final class Throttle {
    /** No limit. */
    public static final long NO_LIMIT = 0;

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long ADVANCE_NANOS = SECOND_NANOS / 10;

    private final long bytesPerSecond;
    private final LongSupplier nanoClock;
    private final LongConsumer waitNanos;

    /** When all bytes taken so far are paid for; guarded by this. */
    private long paidNanos;

    /** {@code waitNanos} returns after so long. */
    public Throttle(long bytesPerSecond, LongSupplier nanoClock, LongConsumer waitNanos) {
        this.bytesPerSecond = bytesPerSecond;
        this.nanoClock = nanoClock;
        this.waitNanos = waitNanos;
        this.paidNanos = nanoClock.getAsLong();
    }

    /** Returns when {@code bytes} more may be moved. */
    public void take(int bytes) {
        if (bytesPerSecond == NO_LIMIT) {
            return;
        }
        long wait = reserve(bytes);
        if (wait > 0) {
            waitNanos.accept(wait);
        }
    }

    private synchronized long reserve(int bytes) {
        long now = nanoClock.getAsLong();
        long from = paidNanos - now < -ADVANCE_NANOS ? now - ADVANCE_NANOS : paidNanos;
        paidNanos = from + (long) ((double) bytes * SECOND_NANOS / bytesPerSecond);
        return paidNanos - now;
    }
}
