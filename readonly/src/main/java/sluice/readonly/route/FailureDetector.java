package sluice.readonly.route;

/**
 * Whether one node answers. Pure but for its counters; the caller passes the time. Guarded by its
 * caller.
 *
 * <p>A node is down after {@value #ERRORS_IN_A_ROW} failures in a row to reach it, or if less than
 * {@value #SUCCESS_PERCENT} % of the requests of a window succeeded and {@value #FAILURES_MIN}
 * failed. A node that is down is asked again every {@value #PROBE_MILLIS} ms, by one request; a
 * good answer brings it up.
 */
final class FailureDetector {
    static final int ERRORS_IN_A_ROW = 10;
    static final int SUCCESS_PERCENT = 95;
    static final int FAILURES_MIN = 30;
    static final long WINDOW_MILLIS = 300_000;
    static final long PROBE_MILLIS = 10_000;
    static final long SLOW_MILLIS = 5_000;

    private int errorsInARow;
    private long successes;
    private long failures;
    private long windowMillis;
    private boolean isDown;
    private long probeMillis;

    FailureDetector(long nowMillis) {
        this.windowMillis = nowMillis;
    }

    /** An answer that took {@code millis}. */
    void answered(long millis, long nowMillis) {
        if (millis > SLOW_MILLIS) {
            count(false, nowMillis);
            return;
        }
        errorsInARow = 0;
        if (isDown) {
            isDown = false;
            begin(nowMillis);
        }
        count(true, nowMillis);
    }

    /** A request that failed; {@code isUnreachable} if the node was not there at all. */
    void failed(boolean isUnreachable, long nowMillis) {
        errorsInARow = isUnreachable ? errorsInARow + 1 : errorsInARow;
        count(false, nowMillis);
        long all = successes + failures;
        boolean isBad = failures >= FAILURES_MIN && successes * 100 < all * SUCCESS_PERCENT;
        if (errorsInARow >= ERRORS_IN_A_ROW || isBad) {
            probeMillis = isDown ? probeMillis : nowMillis + PROBE_MILLIS;
            isDown = true;
        }
    }

    private void begin(long nowMillis) {
        windowMillis = nowMillis;
        successes = 0;
        failures = 0;
    }

    private void count(boolean isSuccess, long nowMillis) {
        if (nowMillis - windowMillis >= WINDOW_MILLIS) {
            begin(nowMillis);
        }
        successes += isSuccess ? 1 : 0;
        failures += isSuccess ? 0 : 1;
    }

    boolean isDown() {
        return isDown;
    }

    /** Whether it is down and one request should go to it now, which the caller sends. */
    boolean takeProbe(long nowMillis) {
        if (!isDown || nowMillis - probeMillis < 0) {
            return false;
        }
        probeMillis = nowMillis + PROBE_MILLIS;
        return true;
    }
}
