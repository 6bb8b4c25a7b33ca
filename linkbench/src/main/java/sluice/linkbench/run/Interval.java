package sluice.linkbench.run;

/**
 * What all requesters did in one second.
 *
 * @param second counted from the beginning of the measured phase
 * @param requests that were answered in it
 * @param errors requests that failed in it
 */
public record Interval(
        long second,
        long requests,
        long errors,
        long p50Nanos,
        long p95Nanos,
        long p99Nanos,
        long maxNanos) {}
