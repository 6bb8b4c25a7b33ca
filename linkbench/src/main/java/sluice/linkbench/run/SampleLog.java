package sluice.linkbench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.concurrent.TimeUnit;
import sluice.linkbench.workload.Configuration;

/**
 * The streaming statistics of the original driver, as its {@code -csvstream} writes them: every
 * {@code displayfreq} seconds and in the end each requester writes a line for each operation, from
 * a sample of at most {@code maxsamples} latencies since its last lines.
 *
 * <p>Safe for any number of threads; the lines of one requester stay together.
 */
final class SampleLog {
    /** The original's column says microseconds of what are milliseconds; readers know it so. */
    private static final String HEADER =
            "threadID,timestamp,op,totalops,totalerrors,ops,sampleDuration_us,sampleOps,mean_us,"
                    + "min_us,p25_us,p50_us,p75_us,p90_us,p95_us,p99_us,max_us\n";

    private static final int SECONDS = 60;
    private static final int SECONDS_MAX = 1_000_000_000;
    private static final int SAMPLES = 10_000;
    private static final int SAMPLES_MAX = 100_000_000;

    private final Writer output;
    private final long everyNanos;
    private final int samplesMax;

    private SampleLog(Writer output, long everyNanos, int samplesMax) {
        this.output = output;
        this.everyNanos = everyNanos;
        this.samplesMax = samplesMax;
    }

    /** Writes to {@code output} from now on, as often and as much as the settings say. */
    static SampleLog begin(Configuration settings, Writer output) throws IOException {
        int seconds = settings.smallInteger("displayfreq", SECONDS, 1, SECONDS_MAX);
        int samples = settings.smallInteger("maxsamples", SAMPLES, 1, SAMPLES_MAX);
        output.append(HEADER);
        return new SampleLog(output, TimeUnit.SECONDS.toNanos(seconds), samples);
    }

    /** What one requester samples, whose choice follows from {@code seed}. */
    RequesterSamples requester(int number, long seed, BenchClock clock) {
        return new RequesterSamples(this::append, number, seed, samplesMax, everyNanos, clock);
    }

    synchronized void append(CharSequence lines) {
        try {
            output.append(lines).flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
