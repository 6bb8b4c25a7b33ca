package sluice.linkbench.run;

import java.util.List;
import org.HdrHistogram.Histogram;
import sluice.linkbench.workload.RequestKind;

/**
 * What the request phase measured.
 *
 * @param nanos from the first measured request to the last answer
 * @param abortedRequesters how many ended early because too many of their requests failed
 * @param unsent how many requests of an open loop should have been sent in this time and were not
 * @param failures the first failure of some of the requesters, in words
 */
public record RequestResult(
        RunPlan plan,
        long nanos,
        List<OfOperation> operations,
        List<Interval> intervals,
        long historyLists,
        int abortedRequesters,
        long unsent,
        List<String> failures) {

    public RequestResult {
        operations = List.copyOf(operations);
        intervals = List.copyOf(intervals);
        failures = List.copyOf(failures);
    }

    /**
     * What was measured of one operation.
     *
     * @param response latencies from when requests should have been sent
     * @param service latencies from when they were sent; in a closed loop the same
     */
    public record OfOperation(
            RequestKind operation, OperationCounts counts, Histogram response, Histogram service) {}

    /** Requests that were answered. */
    public long requests() {
        return operations.stream().mapToLong(of -> of.counts().requests()).sum();
    }

    /** Requests that failed; they are in no latency and in no rate. */
    public long errors() {
        return operations.stream().mapToLong(of -> of.counts().errors()).sum();
    }

    /** Answered requests a second. */
    public double requestsPerSecond() {
        return requests() * 1e9 / Math.max(1, nanos);
    }
}
