package sluice.server;

import java.util.concurrent.TimeUnit;

/**
 * How many calls the clients of one address have taken back within ten seconds. Each is cheap to
 * send and costs the server a call, and a connection that is closed for it is followed by the next;
 * so an address with more than {@link #MAX} makes no connections until these seconds are over. Safe
 * for any number of threads.
 */
final class Resets {
    /** Far more than clients take back whose time is over. */
    static final int MAX = 20_000;

    static final int SECONDS = 10;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(SECONDS);

    private long beginNanos;
    private int count;

    /** Counts one; false where there are too many. */
    synchronized boolean add(long nowNanos) {
        if (!isCounting(nowNanos)) {
            beginNanos = nowNanos;
            count = 0;
        }
        return ++count <= MAX;
    }

    synchronized boolean areTooMany(long nowNanos) {
        return count > MAX && isCounting(nowNanos);
    }

    /** Whether one was counted, and the ten seconds since then are not over. */
    synchronized boolean isCounting(long nowNanos) {
        return count > 0 && nowNanos - beginNanos < NANOS;
    }
}
