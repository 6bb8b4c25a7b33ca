package sluice.linkbench.run;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import sluice.linkbench.workload.RequestKind;

/**
 * The final statistics of the original driver, as its {@code -csvstats} writes them: for each
 * operation that was answered the borders of the buckets in which its percentiles lie, in
 * milliseconds, counted from when requests were sent.
 */
public final class StatisticsCsv {
    private static final String HEADER =
            "op,count,p25_low,p25_high,p50_low,p50_high,p75_low,p75_high,p95_low,p95_high,p99_low,"
                    + "p99_high,max,mean\n";

    private static final int[] PERCENTILES = {25, 50, 75, 95, 99};
    private static final int BUCKETS = 128;
    private static final double NANOS_A_MILLI = 1e6;

    private static final List<RequestKind> ORDER =
            List.of(
                    RequestKind.ADD_NODE,
                    RequestKind.UPDATE_NODE,
                    RequestKind.DELETE_NODE,
                    RequestKind.GET_NODE,
                    RequestKind.ADD_LINK,
                    RequestKind.DELETE_LINK,
                    RequestKind.UPDATE_LINK,
                    RequestKind.COUNT_LINK,
                    RequestKind.MULTIGET_LINK,
                    RequestKind.GET_LINKS_LIST);

    private StatisticsCsv() {}

    /** The whole file. */
    public static String of(RequestResult result) {
        StringBuilder lines = new StringBuilder(HEADER);
        for (RequestKind operation : ORDER) {
            for (RequestResult.OfOperation of : result.operations()) {
                if (of.operation() == operation && of.service().getTotalCount() > 0) {
                    lines.append(operation.name());
                    append(lines, of.service());
                }
            }
        }
        return lines.toString();
    }

    private static void append(StringBuilder lines, Histogram latencies) {
        long[] counts = new long[BUCKETS];
        for (HistogramIterationValue value : latencies.recordedValues()) {
            counts[bucket(value.getValueIteratedTo())] += value.getCountAtValueIteratedTo();
        }
        long count = latencies.getTotalCount();
        lines.append(',').append(count);
        for (int percentile : PERCENTILES) {
            int bucket = 0;
            long passed = counts[0];
            while (passed < percentile * count / 100) {
                passed += counts[++bucket];
            }
            lines.append(',').append(number(lowMillis(bucket)));
            lines.append(',').append(number(lowMillis(bucket + 1)));
        }
        lines.append(',').append(number(latencies.getMaxValue() / NANOS_A_MILLI));
        lines.append(',').append(number(latencies.getMean() / NANOS_A_MILLI)).append('\n');
    }

    /** Tenths of a millisecond up to 1, then whole ones to 100, hundreds to 1 s, seconds to 10. */
    private static int bucket(long nanos) {
        long micros = nanos / 1_000;
        if (micros < 1_000) {
            return (int) (micros / 100);
        }
        long millis = micros / 1_000;
        if (millis < 100) {
            return (int) (9 + millis);
        }
        if (millis < 1_000) {
            return (int) (108 + millis / 100);
        }
        return (int) Math.min(BUCKETS - 1, 117 + millis / 1_000);
    }

    /** Where the bucket begins; the last one, of all above 10 s, is said to end at 100 s. */
    private static double lowMillis(int bucket) {
        if (bucket < 10) {
            return bucket / 10.0;
        }
        if (bucket <= 109) {
            return bucket - 9;
        }
        if (bucket <= 118) {
            return (bucket - 108) * 100.0;
        }
        return bucket < BUCKETS ? (bucket - 117) * 1_000.0 : 100_000;
    }

    /** With two decimals at most. */
    static String number(double value) {
        return new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(value);
    }
}
