package sluice.linkbench.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import sluice.linkbench.workload.RequestKind;

/** Samples the latencies of one requester and writes them as lines of CSV. For one thread. */
final class RequesterSamples {
    /** The columns of latencies say how many links a list had. */
    static final String RANGE_SIZE = "RANGE_SIZE";

    /** The original's order, and DELETE_LINK, which it forgets. */
    private static final List<RequestKind> LINKS =
            List.of(
                    RequestKind.MULTIGET_LINK,
                    RequestKind.GET_LINKS_LIST,
                    RequestKind.COUNT_LINK,
                    RequestKind.UPDATE_LINK,
                    RequestKind.ADD_LINK,
                    RequestKind.DELETE_LINK);

    private static final List<RequestKind> NODES =
            List.of(
                    RequestKind.ADD_NODE,
                    RequestKind.UPDATE_NODE,
                    RequestKind.DELETE_NODE,
                    RequestKind.GET_NODE);

    private final Consumer<CharSequence> log;
    private final int number;
    private final SplittableRandom random;
    private final int samplesMax;
    private final long everyNanos;
    private final BenchClock clock;
    private final Reservoir[] ofOperation = new Reservoir[RequestKind.COUNT];
    private final Reservoir rangeSizes;

    /** In the order of the lines. */
    private final List<Reservoir> all = new ArrayList<>();

    private long shownNanos;

    RequesterSamples(
            Consumer<CharSequence> log,
            int number,
            long seed,
            int samplesMax,
            long everyNanos,
            BenchClock clock) {
        this.log = log;
        this.number = number;
        this.random = new SplittableRandom(seed);
        this.samplesMax = samplesMax;
        this.everyNanos = everyNanos;
        this.clock = clock;
        LINKS.forEach(this::add);
        rangeSizes = new Reservoir(RANGE_SIZE);
        all.add(rangeSizes);
        NODES.forEach(this::add);
    }

    private void add(RequestKind operation) {
        Reservoir reservoir = new Reservoir(operation.name());
        ofOperation[operation.ordinal()] = reservoir;
        all.add(reservoir);
    }

    /** The measured requests begin. */
    void begin(long nowNanos) {
        shownNanos = nowNanos;
    }

    /** A request has its answer now, or has failed; {@code rows} are those of a list. */
    void add(RequestKind operation, long nanos, boolean answered, int rows, long nowNanos) {
        ofOperation[operation.ordinal()].add(TimeUnit.NANOSECONDS.toMicros(nanos), answered);
        if (operation == RequestKind.GET_LINKS_LIST && answered) {
            rangeSizes.add(rows, true);
        }
        if (nowNanos - shownNanos >= everyNanos) {
            show(nowNanos);
        }
    }

    /** Writes a line for each operation, and begins a new window. */
    void show(long nowNanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(nowNanos - shownNanos);
        long seconds = TimeUnit.MILLISECONDS.toSeconds(clock.millis());
        StringBuilder lines = new StringBuilder();
        for (Reservoir reservoir : all) {
            reservoir.appendTo(lines, seconds, millis);
        }
        log.accept(lines);
        shownNanos = nowNanos;
    }

    /** The values of one operation: of each window a sample, each as likely as the others. */
    private final class Reservoir {
        private static final int CAPACITY = 64;

        private final String name;
        private long[] samples = new long[CAPACITY];
        private long total;
        private long errors;
        private long window;

        private Reservoir(String name) {
            this.name = name;
        }

        private void add(long value, boolean answered) {
            total++;
            errors += answered ? 0 : 1;
            long place = window < samplesMax ? window : random.nextLong(window + 1);
            window++;
            if (place >= samplesMax) {
                return;
            }
            if (place >= samples.length) {
                samples = Arrays.copyOf(samples, (int) Math.min(samplesMax, 2L * samples.length));
            }
            samples[(int) place] = value;
        }

        private void appendTo(StringBuilder lines, long seconds, long millis) {
            int count = (int) Math.min(window, samplesMax);
            lines.append(number).append(',').append(seconds).append(',').append(name);
            lines.append(',').append(total).append(',').append(errors).append(',').append(window);
            lines.append(',').append(millis).append(',').append(count);
            if (count == 0) {
                lines.append(",".repeat(9)).append('\n');
                return;
            }
            Arrays.sort(samples, 0, count);
            long sum = 0;
            for (int index = 0; index < count; index++) {
                sum += samples[index];
            }
            lines.append(',').append(StatisticsCsv.number((double) sum / count));
            lines.append(',').append(samples[0]);
            lines.append(',').append(samples[count / 4]);
            lines.append(',').append(samples[count / 2]);
            lines.append(',').append(samples[count - 1 - count / 4]);
            lines.append(',').append(samples[count - 1 - count / 10]);
            lines.append(',').append(samples[count - 1 - count / 20]);
            lines.append(',').append(samples[count - 1 - count / 100]);
            lines.append(',').append(samples[count - 1]).append('\n');
            window = 0;
        }
    }
}
