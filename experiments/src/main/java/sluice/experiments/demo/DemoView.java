package sluice.experiments.demo;

import java.util.List;

/**
 * What there is to see of a demo at one moment. Times are nanoseconds since the load began; {@link
 * #NOT_YET} where something has not happened.
 *
 * @param links how many are generated so far
 * @param fileBytes of them, as text
 * @param generateNanos how long that took
 * @param copyNanos how long the plain copy of the file took
 * @param nowNanos how long the load has been running; stands still when the clients stop
 * @param stagedShare how much of the file has been read, 0 to 1
 * @param uptimeNanos when every query could be answered completely
 * @param builtNanos when every bucket was built and the load had ended
 * @param buckets in the order of their ids; none before the load has planned them
 * @param intervals what was answered, in order
 * @param runs all that was answered from runs
 * @param segments all that was answered from segments
 * @param proofs what was proved so far
 */
public record DemoView(
        Step step,
        long links,
        long fileBytes,
        long generateNanos,
        long copyNanos,
        long nowNanos,
        double stagedShare,
        long uptimeNanos,
        long builtNanos,
        List<BucketView> buckets,
        List<Interval> intervals,
        Answers runs,
        Answers segments,
        List<Proof> proofs) {
    public static final long NOT_YET = -1;

    /** What a demo is doing. */
    public enum Step {
        GENERATE,
        COPY,
        STAGE,
        BUILD,
        WATCH,
        PROVE,
        DONE
    }

    /** When a bucket was built, and how many queries asked for it while the load ran. */
    public record BucketView(long builtNanos, long queries) {}

    /** What was answered in a stretch of time, within one step. */
    public record Interval(
            Step step, long fromNanos, long toNanos, Answers runs, Answers segments) {}

    /** How many answers, and how long half of them and 99 of 100 took at most. */
    public record Answers(long count, long p50Nanos, long p99Nanos) {
        public static final Answers NONE = new Answers(0, 0, 0);
    }

    /** Something claimed in one line, and whether it is so. */
    public record Proof(boolean holds, String claim) {}

    public DemoView {
        buckets = List.copyOf(buckets);
        intervals = List.copyOf(intervals);
        proofs = List.copyOf(proofs);
    }

    /** How many buckets were built at a time. */
    public long builtAt(long nanos) {
        return buckets.stream()
                .filter(bucket -> bucket.builtNanos() != NOT_YET && bucket.builtNanos() <= nanos)
                .count();
    }
}
