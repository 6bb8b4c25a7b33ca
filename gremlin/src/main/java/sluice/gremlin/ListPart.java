package sluice.gremlin;

/**
 * Which links of each list are wanted: the newest {@code limit} of those whose time is from {@code
 * minTime} to {@code maxTime}, both included.
 */
record ListPart(long minTime, long maxTime, long limit) {
    static final ListPart ALL = new ListPart(Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    /** This part, no longer than {@code other} links. */
    ListPart limited(long other) {
        return new ListPart(minTime, maxTime, Math.min(limit, other));
    }

    /** This part within other times. */
    ListPart within(long min, long max) {
        return new ListPart(Math.max(minTime, min), Math.min(maxTime, max), limit);
    }

    /** Whether a link of {@code time} is wanted. */
    boolean has(long time) {
        return time >= minTime && time <= maxTime;
    }

    boolean hasTimes() {
        return minTime != Long.MIN_VALUE || maxTime != Long.MAX_VALUE;
    }
}
