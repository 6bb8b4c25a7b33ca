package sluice.cluster.load;

/**
 * By which numbers a driver decides.
 *
 * @param slots how many attempts run at once at most
 * @param failuresMax after this many passing failures of one task the load stops
 * @param commitMillis what ended is committed no more often than this, but at the end of a phase
 * @param copyShare once this share of a phase's tasks is done, slow ones may be copied
 * @param copyFactor a task is slow that has run this many times as long as half of the others
 * @param copyMillisMin no task is slow before
 */
record DriverRules(
        int slots,
        int failuresMax,
        long commitMillis,
        double copyShare,
        double copyFactor,
        long copyMillisMin) {

    DriverRules {
        if (slots < 1 || failuresMax < 1) {
            throw new IllegalArgumentException(
                    "%d slots, %d failures".formatted(slots, failuresMax));
        }
    }

    /** Four failures, a manifest every five seconds, copies of the slowest twentieth. */
    static DriverRules usual(int slots) {
        return new DriverRules(slots, 4, 5000, 0.95, 2, 1000);
    }

    /** For an engine that repeats and copies attempts itself: all tasks of a phase at once. */
    static DriverRules ofRepeatingEngine() {
        return new DriverRules(Integer.MAX_VALUE, 1, 5000, 2, 2, 1000);
    }

    /** The same, and no task is copied. */
    DriverRules withoutCopies() {
        return new DriverRules(slots, failuresMax, commitMillis, 2, copyFactor, copyMillisMin);
    }
}
