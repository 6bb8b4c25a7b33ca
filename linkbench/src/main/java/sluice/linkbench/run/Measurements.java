package sluice.linkbench.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import sluice.linkbench.workload.RequestKind;

/**
 * The latencies of all requesters: one histogram for each operation, and the log of seconds.
 *
 * <p>Safe for any number of threads, guarded by its lock. Requesters hand over a thousand samples
 * at a time, so that each needs no histograms of its own and hardly waits for the others. A second
 * is written down once no requester can bring any more of it.
 */
final class Measurements {
    private static final int DIGITS = 3;

    private final Histogram[] response = histograms();
    private final Histogram[] service;
    private final long[] secondOf;
    private final TreeMap<Long, OpenInterval> open = new TreeMap<>();
    private final List<Interval> intervals = new ArrayList<>();
    private final Consumer<Interval> events;

    private static final class OpenInterval {
        final Histogram latencies = new Histogram(DIGITS);
        long errors;
    }

    /**
     * @param isOpen whether requests have a time at which they should be sent: then the time from
     *     when they were sent is kept apart
     */
    Measurements(int requesters, boolean isOpen, Consumer<Interval> events) {
        secondOf = new long[requesters];
        service = isOpen ? histograms() : response;
        this.events = events;
    }

    private static Histogram[] histograms() {
        Histogram[] histograms = new Histogram[RequestKind.COUNT];
        Arrays.setAll(histograms, _ -> new Histogram(DIGITS));
        return histograms;
    }

    /** Takes the samples of a requester, of which later ones are of {@code nextSecond} at least. */
    synchronized void add(int requester, RunSamples samples, long nextSecond) {
        if (samples.count > 0 || samples.errors > 0) {
            OpenInterval interval = open.computeIfAbsent(samples.second, _ -> new OpenInterval());
            interval.errors += samples.errors;
            for (int i = 0; i < samples.count; i++) {
                int operation = samples.operations[i];
                response[operation].recordValue(samples.responseNanos[i]);
                if (service != response) {
                    service[operation].recordValue(samples.serviceNanos[i]);
                }
                interval.latencies.recordValue(samples.responseNanos[i]);
            }
        }
        if (nextSecond > secondOf[requester]) {
            advance(requester, nextSecond);
        }
    }

    /** Says that this requester brings nothing more. */
    synchronized void end(int requester) {
        advance(requester, Long.MAX_VALUE);
    }

    private void advance(int requester, long second) {
        secondOf[requester] = second;
        long passed = Arrays.stream(secondOf).min().orElse(0);
        while (intervals.size() < passed && !open.isEmpty()) {
            close();
        }
    }

    /** Writes down the first second that is not written down yet. */
    private void close() {
        long second = intervals.size();
        OpenInterval interval = open.remove(second);
        if (interval == null) {
            interval = new OpenInterval();
        }
        Histogram latencies = interval.latencies;
        Interval closed =
                new Interval(
                        second,
                        latencies.getTotalCount(),
                        interval.errors,
                        latencies.getValueAtPercentile(50),
                        latencies.getValueAtPercentile(95),
                        latencies.getValueAtPercentile(99),
                        latencies.getMaxValue());
        intervals.add(closed);
        events.accept(closed);
    }

    /** The seconds that are complete. */
    synchronized List<Interval> intervals() {
        return List.copyOf(intervals);
    }

    /** From when requests of this operation should have been sent. */
    synchronized Histogram response(RequestKind operation) {
        return response[operation.ordinal()].copy();
    }

    /** From when they were sent. */
    synchronized Histogram service(RequestKind operation) {
        return service[operation.ordinal()].copy();
    }
}
