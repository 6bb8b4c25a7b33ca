package sluice.experiments.debl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import sluice.linkbench.run.Interval;
import sluice.linkbench.run.RequestResult;

/**
 * What one variant did.
 *
 * @param phases the parts of the load, in seconds
 * @param uptimeSeconds from the first byte of the source until it could be asked
 * @param endSeconds until all was where it belongs
 * @param requests that were answered
 * @param requestNanos from uptime to the last answer
 * @param seconds what was answered in each second from uptime on
 * @param failures what went wrong with requests, some of it
 */
record VariantResult(
        Variant variant,
        Map<String, Double> phases,
        double uptimeSeconds,
        double endSeconds,
        long requests,
        long errors,
        long requestNanos,
        List<Interval> seconds,
        long p50Nanos,
        long p99Nanos,
        long maxNanos,
        List<String> failures,
        AnswerComparison comparison) {

    VariantResult {
        phases = new LinkedHashMap<>(phases);
        seconds = List.copyOf(seconds);
        failures = List.copyOf(failures);
    }

    /** Of a variant that was asked. */
    static VariantResult of(
            Variant variant,
            Phases phases,
            double uptimeSeconds,
            double endSeconds,
            RequestResult asked,
            AnswerComparison comparison) {
        Histogram all = new Histogram(3);
        asked.operations().forEach(of -> all.add(of.response()));
        return new VariantResult(
                variant,
                phases.seconds(),
                uptimeSeconds,
                endSeconds,
                asked.requests(),
                asked.errors(),
                asked.nanos(),
                asked.intervals(),
                all.getValueAtPercentile(50),
                all.getValueAtPercentile(99),
                all.getMaxValue(),
                asked.failures(),
                comparison);
    }

    /** Of one that cannot be asked. */
    static VariantResult of(Variant variant, Phases phases, double endSeconds) {
        return new VariantResult(
                variant,
                phases.seconds(),
                endSeconds,
                endSeconds,
                0,
                0,
                0,
                List.of(),
                0,
                0,
                0,
                List.of(),
                AnswerComparison.NONE);
    }

    /** When the last request was answered. */
    double lastAnswerSeconds() {
        return uptimeSeconds + requestNanos / 1e9;
    }

    /** Requests a second, from the first to the last. */
    double rate() {
        return requests / Math.max(1e-9, requestNanos / 1e9);
    }

    /** How many requests had been answered so long after the beginning of the load. */
    long answeredBefore(double secondsOfLoad) {
        double answered = 0;
        for (Interval second : seconds) {
            double share = secondsOfLoad - uptimeSeconds - second.second();
            answered += second.requests() * Math.clamp(share, 0, 1);
        }
        return secondsOfLoad >= lastAnswerSeconds() ? requests : Math.round(answered);
    }

    /** The best second. */
    double peakRate() {
        return fullSeconds().max().orElse(Math.round(rate()));
    }

    /** The middle one of the seconds of the last half. */
    double steadyRate() {
        long[] rates = fullSeconds().toArray();
        long[] last = LongStream.of(rates).skip(rates.length / 2).sorted().toArray();
        return last.length == 0 ? rate() : last[last.length / 2];
    }

    /** The last second has ended before it was over. */
    private LongStream fullSeconds() {
        return seconds.stream()
                .limit(Math.max(0, seconds.size() - 1))
                .mapToLong(Interval::requests);
    }

    /** Whether all was answered, and rightly. */
    boolean isSound() {
        return errors == 0 && comparison.differing() == 0;
    }
}
