package sluice.experiments.contest;

import org.HdrHistogram.Histogram;
import sluice.linkbench.run.RequestResult;
import sluice.linkbench.workload.RequestKind;

/**
 * The result of one measured run of requests on a store.
 *
 * @param store its name
 * @param virtual whether requesters were virtual threads
 * @param rate requests a second that were asked for; 0 in a closed loop
 */
record TimedTrial(
        String store, int requesters, boolean virtual, double rate, RequestResult result) {
    private static final double PERCENTILE = 99;

    double perSecond() {
        return result.requestsPerSecond();
    }

    /** The 99th percentile for link lists, each from the moment its request was due. */
    double listP99Nanos() {
        for (RequestResult.OfOperation operation : result.operations()) {
            if (operation.operation() == RequestKind.GET_LINKS_LIST) {
                Histogram response = operation.response();
                return response.getValueAtPercentile(PERCENTILE);
            }
        }
        throw new IllegalStateException("no lists were asked for");
    }

    String text() {
        return "%-8s %4d %-8s %s  %,9.0f requests/s  lists p99 %,8.0f µs%s"
                .formatted(
                        store,
                        requesters,
                        virtual ? "virtual" : "platform",
                        rate == 0 ? "closed" : "%,.0f/s".formatted(rate),
                        perSecond(),
                        listP99Nanos() / 1e3,
                        result.errors() == 0 ? "" : "  %,d failed".formatted(result.errors()));
    }
}
