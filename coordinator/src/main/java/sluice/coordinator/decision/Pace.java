package sluice.coordinator.decision;

/**
 * How much of their time builders work, from what reads take meanwhile: halved each time reads were
 * slower than they may be, a step up each time they were not (additive increase, multiplicative
 * decrease, as TCP shares a line: Chiu and Jain, 1989).
 */
final class Pace {
    /** Builders never stop: what is not built stays slow to read. */
    private static final double LEAST = 1.0 / 32;

    private static final double STEP = 1.0 / 16;

    /** Of fewer reads the slowest of a hundred says nothing. */
    private static final long READS_MIN = 100;

    private final long readP99Nanos;
    private double share = 1;

    /** With a budget of 0 builders always work. */
    Pace(long readP99Nanos) {
        this.readP99Nanos = readP99Nanos;
    }

    void measured(long p99Nanos, long reads) {
        if (readP99Nanos == 0 || reads < READS_MIN) {
            return;
        }
        share = p99Nanos > readP99Nanos ? Math.max(LEAST, share / 2) : Math.min(1, share + STEP);
    }

    /** How long to rest after {@code workNanos} of work. */
    long restNanos(long workNanos) {
        return (long) (workNanos * (1 - share) / share);
    }

    double share() {
        return share;
    }
}
