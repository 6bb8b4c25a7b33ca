package sluice.experiments.demo;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import sluice.experiments.demo.DemoView.Answers;

/** How long the answers to one client took, by what they came from. One thread records. */
final class Latencies {
    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(1);
    private static final int DIGITS = 2;

    private final SingleWriterRecorder runs = new SingleWriterRecorder(NANOS_MAX, DIGITS);
    private final SingleWriterRecorder segments = new SingleWriterRecorder(NANOS_MAX, DIGITS);

    void record(boolean fromSegment, long nanos) {
        (fromSegment ? segments : runs).recordValue(Math.min(nanos, NANOS_MAX));
    }

    /** Adds what was recorded since the last call. Called by one thread at a time. */
    void drainTo(Histogram ofRuns, Histogram ofSegments) {
        ofRuns.add(runs.getIntervalHistogram());
        ofSegments.add(segments.getIntervalHistogram());
    }

    static Histogram histogram() {
        return new Histogram(NANOS_MAX, DIGITS);
    }

    static Answers answers(Histogram histogram) {
        long count = histogram.getTotalCount();
        return count == 0
                ? Answers.NONE
                : new Answers(
                        count,
                        histogram.getValueAtPercentile(50),
                        histogram.getValueAtPercentile(99));
    }
}
