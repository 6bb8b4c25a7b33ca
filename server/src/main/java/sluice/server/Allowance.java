package sluice.server;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * So much of one thing that may be taken: bytes, calls, connections, requests. What an address
 * takes is taken from the whole too. Safe for any number of threads; never more is taken than there
 * is.
 */
final class Allowance {
    private final AtomicLong used = new AtomicLong();
    private final long max;
    private final @Nullable Allowance whole;

    /** Something could not be taken since an eighth was free last. */
    private volatile boolean isExhausted;

    Allowance(long max, @Nullable Allowance whole) {
        this.max = max;
        this.whole = whole;
    }

    /** Takes {@code count}, or nothing and returns false. */
    boolean take(long count) {
        if (used.addAndGet(count) > max || (whole != null && !whole.take(count))) {
            isExhausted = used.addAndGet(-count) > enough();
            return false;
        }
        return true;
    }

    /** Takes {@code count}, though there may be less: of what is there already. */
    void takeAnyway(long count) {
        used.addAndGet(count);
        if (whole != null) {
            whole.takeAnyway(count);
        }
    }

    /** Gives back what was taken. */
    void release(long count) {
        if (used.addAndGet(-count) <= enough() && isExhausted) {
            isExhausted = false;
        }
        if (whole != null) {
            whole.release(count);
        }
    }

    private long enough() {
        return max - max / 8;
    }

    /** Whether taking failed, and little has been given back since then. */
    boolean isExhausted() {
        return isExhausted;
    }

    long used() {
        return used.get();
    }

    long max() {
        return max;
    }

    /** Whether most of it, or of the whole, is taken. */
    boolean isShort() {
        return used.get() > max / 4 * 3 || (whole != null && whole.isShort());
    }
}
