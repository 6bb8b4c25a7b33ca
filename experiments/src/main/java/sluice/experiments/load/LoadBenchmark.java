package sluice.experiments.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import sluice.experiments.load.LoadMeasurement.Columns;
import sluice.report.Machine;
import sluice.servers.JavaCommand;

/**
 * The whole benchmark: makes the inputs, measures every subject that a row needs, in turns, as many
 * times as was asked for, and reports.
 *
 * <p>The subjects take turns so that a machine that gets slower or faster does so for all alike.
 * Before each one the disk is waited for, and inputs are read once, so that they are in the page
 * cache. What was made is deleted at the end, also where something fails.
 */
public final class LoadBenchmark {
    /** 1 Gbit/s. */
    private static final long SLOW_BYTES_PER_SECOND = 125_000_000;

    private static final long SMALL_MEMORY_BYTES = 512L << 20;
    private static final int LARGER = 10;

    private final LoadBenchmarkOptions options;
    private final Bench bench;
    private final InstantSource time;
    private final Consumer<String> log;
    private final Samples samples = new Samples();
    private final List<BenchmarkInput> inputs = new ArrayList<>();

    private LoadBenchmark(
            LoadBenchmarkOptions options, Bench bench, InstantSource time, Consumer<String> log) {
        this.options = options;
        this.bench = bench;
        this.time = time;
        this.log = log;
    }

    /**
     * Measures, which takes minutes.
     *
     * @param java starts the processes that are timed
     * @param log is told what is under way, one line at a time
     */
    public static LoadBenchmarkReport run(
            LoadBenchmarkOptions options,
            JavaCommand java,
            InstantSource time,
            LongSupplier nanoTime,
            Consumer<String> log)
            throws IOException {
        boolean made = !Files.exists(options.directory());
        Path directory = Files.createDirectories(options.directory()).toAbsolutePath();
        Bench bench = new Bench(directory, java, options, nanoTime);
        try {
            return new LoadBenchmark(options, bench, time, log).run();
        } finally {
            bench.clear();
            if (made && !options.keep() && bench.isEmpty()) {
                Files.delete(directory);
            }
        }
    }

    private LoadBenchmarkReport run() throws IOException {
        Set<Subject> subjects = EnumSet.noneOf(Subject.class);
        options.rows().forEach(row -> row.subjects(options.large()).forEach(subjects::add));
        Instant started = time.instant();
        try {
            BenchmarkInput input = input(options.links());
            try (ListStores stores = new ListStores(bench, input)) {
                measure(measurements(subjects, input, stores));
            }
        } finally {
            for (BenchmarkInput input : inputs) {
                if (input.made() && !options.keep()) {
                    input.delete();
                }
            }
        }
        return new LoadBenchmarkReport(
                options,
                Machine.of(bench.directory()),
                bench.java().withMemory(options.memoryBytes(), List.of()),
                started,
                time.instant(),
                samples);
    }

    private void measure(Map<Subject, Measurement> measurements) throws IOException {
        for (int run = 1; run <= options.runs(); run++) {
            for (Map.Entry<Subject, Measurement> entry : measurements.entrySet()) {
                if (run > 1 && entry.getKey().once()) {
                    continue;
                }
                bench.settle();
                long start = bench.nanoTime().getAsLong();
                entry.getValue().measure(samples);
                double seconds = (bench.nanoTime().getAsLong() - start) / 1e9;
                log.accept(
                        "run %d of %d: %s: %.1f s"
                                .formatted(run, options.runs(), entry.getKey().title(), seconds));
            }
        }
    }

    private Map<Subject, Measurement> measurements(
            Set<Subject> subjects, BenchmarkInput input, ListStores stores) throws IOException {
        Map<Subject, Measurement> measurements = new EnumMap<>(Subject.class);
        for (Subject subject : subjects) {
            measurements.put(subject, measurement(subject, input, stores));
        }
        return measurements;
    }

    private Measurement measurement(Subject subject, BenchmarkInput input, ListStores stores)
            throws IOException {
        long memory = options.memoryBytes();
        return switch (subject) {
            case COPY -> new CopyMeasurement(bench, subject, input, 0);
            case SLOW_COPY -> new CopyMeasurement(bench, subject, input, SLOW_BYTES_PER_SECOND);
            case FULL -> load(subject, input, Columns.ALL, 0, memory);
            case SLOW_FULL -> load(subject, input, Columns.ALL, SLOW_BYTES_PER_SECOND, memory);
            case TOPOLOGY -> load(subject, input, Columns.IDS, 0, memory);
            case INVERSE -> load(subject, input, Columns.IDS_AND_INVERSE, 0, memory);
            case MEMORY -> load(subject, input, Columns.ALL, 0, SMALL_MEMORY_BYTES);
            case LARGE_MEMORY -> load(subject, larger(), Columns.ALL, 0, SMALL_MEMORY_BYTES);
            case RIVAL_ONE -> new RivalMeasurement(bench, subject, input, false);
            case RIVAL_PAIR -> new RivalMeasurement(bench, subject, input, true);
            case SEGMENT_LISTS, RUN_LISTS, DEGREE_LISTS, RIVAL_LISTS ->
                    new ListMeasurement(bench, subject, input, stores);
            case LINEAR_TENTH ->
                    new WarmLoadMeasurement(bench, subject, input(options.links() / LARGER));
            case LINEAR_ONE -> new WarmLoadMeasurement(bench, subject, input);
            case LINEAR_TEN -> new WarmLoadMeasurement(bench, subject, larger());
            case START -> new StartMeasurement(bench);
        };
    }

    private LoadMeasurement load(
            Subject subject,
            BenchmarkInput input,
            Columns columns,
            long bytesPerSecond,
            long memoryBytes) {
        return new LoadMeasurement(bench, subject, input, columns, bytesPerSecond, memoryBytes);
    }

    private BenchmarkInput larger() throws IOException {
        return input(options.links() * LARGER);
    }

    /** The input of so many links, found or made once, and in the page cache. */
    private BenchmarkInput input(long links) throws IOException {
        for (BenchmarkInput input : inputs) {
            if (input.links() == links) {
                return input;
            }
        }
        BenchmarkInput input =
                BenchmarkInput.prepare(bench.directory(), links, bench.java(), bench.nanoTime());
        inputs.add(input);
        log.accept(
                "input of %d links: %.1f MB full, %.1f MB topology, %s"
                        .formatted(
                                links,
                                input.fullBytes() / 1e6,
                                input.edgesBytes() / 1e6,
                                input.made() ? "generated" : "found"));
        input.warm();
        return input;
    }
}
