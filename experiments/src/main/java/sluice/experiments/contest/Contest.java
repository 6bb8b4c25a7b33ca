package sluice.experiments.contest;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import sluice.experiments.contest.ContestOptions.Part;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.run.BenchClock;
import sluice.linkbench.run.LoadPhaseResult;
import sluice.linkbench.run.LoadedStore;
import sluice.linkbench.run.QueriesWhileLoading;
import sluice.linkbench.run.RunPlan;
import sluice.linkbench.stores.BenchStores;
import sluice.linkbench.workload.Configuration;
import sluice.live.LiveSettings;
import sluice.report.Machine;

/**
 * Runs the benchmark {@code bench serve}: MariaDB and Sluice, one after the other, get the same
 * graph, are tried with several numbers of requesters, and are measured with the best; with the
 * usual settings both wait for the disk with each write. Beside that: queries while a store loads,
 * a compacted hot store, and the driver alone.
 */
public final class Contest {
    private static final String MARIADB = "mariadb";
    private static final String GRPC = "grpc";
    private static final String SLUICE = "sluice";
    private static final String NONE = "none";
    private static final String MEMORY_KEY = "sluice_memory_bytes";

    private static final long BUFFER_POOL_BYTES = 8L << 30;
    private static final long HOT_BYTES = 768L << 20;
    private static final long SERVER_MEMORY_BYTES = 2L << 30;

    /** A compacted hot store has the memory of a usual server, and of a larger one. */
    private static final long USUAL_BYTES = 2L << 30;

    private static final long LARGER_BYTES = 6L << 30;
    private static final Duration FIRST_WARMUP_MAX = Duration.ofSeconds(10);
    private static final Duration WARMUP_MAX = Duration.ofSeconds(3);
    private static final int OPEN_REQUESTERS = 64;
    private static final long WARMUP_IDS_MIN = 1000;
    private static final double LOADING_REQUESTS_PER_SECOND = 2000;

    /** How many requesters are tried, on which threads. */
    private record Setup(int requesters, boolean virtual) {}

    private static final Map<String, List<Setup>> SETUPS =
            Map.of(
                    MARIADB,
                    List.of(
                            new Setup(16, false),
                            new Setup(32, false),
                            new Setup(64, false),
                            new Setup(128, false)),
                    GRPC,
                    List.of(
                            new Setup(64, false),
                            new Setup(128, true),
                            new Setup(256, true),
                            new Setup(512, true)),
                    SLUICE,
                    List.of(
                            new Setup(64, true),
                            new Setup(256, true),
                            new Setup(512, true),
                            new Setup(1024, true)));

    private final ContestOptions options;
    private final BenchClock clock;
    private final BooleanSupplier stop;
    private final Consumer<String> log;
    private final List<TimedTrial> trials = new ArrayList<>();
    private final Map<String, TimedTrial> best = new LinkedHashMap<>();
    private final Map<String, TimedTrial> open = new LinkedHashMap<>();
    private OptionalDouble serverBytes = OptionalDouble.empty();
    private OptionalDouble driverNanos = OptionalDouble.empty();
    private OptionalDouble loadingRatio = OptionalDouble.empty();
    private OptionalDouble waited = OptionalDouble.empty();
    private OptionalDouble compactedBytes = OptionalDouble.empty();
    private OptionalDouble compactedRatio = OptionalDouble.empty();

    private Contest(
            ContestOptions options, BenchClock clock, BooleanSupplier stop, Consumer<String> log) {
        this.options = options;
        this.clock = clock;
        this.stop = stop;
        this.log = log;
    }

    /** Measures, which takes minutes; {@code log} hears of each result as it comes. */
    public static ContestReport run(
            ContestOptions options, BenchClock clock, BooleanSupplier stop, Consumer<String> log)
            throws IOException {
        return new Contest(options, clock, stop, log).run();
    }

    private ContestReport run() throws IOException {
        if (options.parts().contains(Part.MARIADB)) {
            BenchStores.checkMariaDb();
        }
        Instant started = Instant.ofEpochMilli(clock.millis());
        for (Part part : Part.values()) {
            if (options.parts().contains(part) && !stop.getAsBoolean()) {
                switch (part) {
                    case MARIADB -> contend(MARIADB);
                    case GRPC -> contend(GRPC);
                    case SLUICE -> contend(SLUICE);
                    case COMPACTED -> compacted();
                    case NONE -> driver();
                    case LOAD -> loading();
                }
            }
        }
        return new ContestReport(
                options,
                Machine.of(Path.of(System.getProperty("java.io.tmpdir"))),
                started,
                Instant.ofEpochMilli(clock.millis()),
                rows(),
                trials);
    }

    private void contend(String name) throws IOException {
        try (LoadedStore store = open(name, Map.of())) {
            LoadPhaseResult loaded = store.loaded();
            if (loaded != null) {
                log.accept(
                        "%s: loaded %,d nodes and %,d links in %.1f s"
                                .formatted(
                                        name,
                                        loaded.nodes(),
                                        loaded.links(),
                                        loaded.nanos() / 1e9));
            }
            List<TimedTrial> tried = new ArrayList<>();
            Duration warmup = least(FIRST_WARMUP_MAX, options.trial().multipliedBy(2));
            for (Setup setup : SETUPS.getOrDefault(name, List.of())) {
                tried.add(trial(name, store, setup, warmup, options.trial(), 0));
                warmup = warmup();
            }
            TimedTrial winner =
                    tried.stream().max(Comparator.comparing(TimedTrial::perSecond)).orElseThrow();
            Setup setup = new Setup(winner.requesters(), winner.virtual());
            best.put(name, trial(name, store, setup, warmup, options.measured(), 0));
            TimedTrial rival = best.get(MARIADB);
            if (rival != null && !name.equals(SLUICE)) {
                Setup steady = new Setup(OPEN_REQUESTERS, false);
                double rate = rival.perSecond() / 2;
                open.put(name, trial(name, store, steady, warmup, options.measured(), rate));
            }
        }
    }

    private LoadedStore open(String name, Map<String, String> more) throws IOException {
        return LoadedStore.open(
                name, settings(options.ids(), more), Profile.CORRECTED, clock, stop);
    }

    /** The shipped workload; only what the benchmark needs is set. */
    private Configuration settings(long ids, Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("maxid1", Long.toString(ids + 1));
        settings.put("load_random_seed", "1");
        settings.put("request_random_seed", "2");
        settings.put("mariadb_buffer_pool_bytes", Long.toString(BUFFER_POOL_BYTES));
        settings.put("sluice_hot_bytes", Long.toString(HOT_BYTES));
        settings.put(MEMORY_KEY, Long.toString(SERVER_MEMORY_BYTES));
        settings.putAll(more);
        settings.putAll(options.settings());
        return Configuration.shipped(settings);
    }

    private TimedTrial trial(
            String name,
            LoadedStore store,
            Setup setup,
            Duration warmup,
            Duration measured,
            double rate)
            throws IOException {
        RunPlan plan =
                store.plan()
                        .with(
                                setup.requesters,
                                setup.virtual,
                                warmup.toNanos(),
                                measured.toNanos());
        RunPlan asked = rate == 0 ? plan : plan.withTotalRate(rate);
        TimedTrial trial =
                new TimedTrial(
                        name, setup.requesters, setup.virtual, rate, store.run(asked, _ -> {}));
        trials.add(trial);
        log.accept(trial.text());
        store.memoryBytes()
                .ifPresent(
                        bytes ->
                                serverBytes =
                                        OptionalDouble.of(Math.max(bytes, serverBytes.orElse(0))));
        return trial;
    }

    private Duration warmup() {
        return least(WARMUP_MAX, options.trial());
    }

    private static Duration least(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    private void compacted() throws IOException {
        CompactedHot.Found found =
                new CompactedHot(options.ids(), options.trial(), clock, stop)
                        .run(
                                LiveSettings.hotBytes(USUAL_BYTES),
                                LiveSettings.hotBytes(LARGER_BYTES));
        log.accept(found.text());
        compactedBytes = found.bytesRead();
        compactedRatio = OptionalDouble.of(found.writesRatio());
    }

    private void driver() throws IOException {
        try (LoadedStore store = open(NONE, Map.of())) {
            Setup one = new Setup(1, false);
            TimedTrial trial = trial(NONE, store, one, warmup(), options.trial(), 0);
            driverNanos = OptionalDouble.of(1e9 / trial.perSecond());
        }
    }

    /** Reads alone, in the shares that they have in the whole mix. */
    private void loading() throws IOException {
        Map<String, String> reads = new LinkedHashMap<>();
        for (String write :
                List.of(
                        "addlink",
                        "deletelink",
                        "updatelink",
                        "addnode",
                        "updatenode",
                        "deletenode")) {
            reads.put(write, "0");
        }
        reads.put("countlink", "7.1");
        reads.put("getlink", "0.8");
        reads.put("getlinklist", "73.4");
        reads.put("getnode", "18.7");
        // A process that was just started compiles while it answers; one that serves has done so.
        long warmupIds = Math.max(WARMUP_IDS_MIN, options.loadIds() / 4);
        whileLoading(Math.min(warmupIds, options.loadIds()), reads);
        QueriesWhileLoading found = whileLoading(options.loadIds(), reads);
        double building = QueriesWhileLoading.p99Nanos(found.building()).orElse(0);
        double built = QueriesWhileLoading.p99Nanos(found.built()).orElse(0);
        log.accept(
                "load: %,d queries in %.1f s from uptime until all was built, p99 %,.0f µs; after it %,.0f µs"
                        .formatted(
                                found.building().requests(),
                                found.building().nanos() / 1e9,
                                building / 1e3,
                                built / 1e3));
        loadingRatio =
                building > 0 && built > 0
                        ? OptionalDouble.of(building / built)
                        : OptionalDouble.empty();
        waited = OptionalDouble.of(found.partial() + found.building().errors());
    }

    private QueriesWhileLoading whileLoading(long ids, Map<String, String> reads)
            throws IOException {
        return QueriesWhileLoading.run(
                settings(ids, reads), LOADING_REQUESTS_PER_SECOND, clock, stop);
    }

    private List<ContestRow> rows() {
        double told = settings(options.ids(), Map.of()).integer(MEMORY_KEY);
        return List.of(
                new ContestRow("requests: gRPC / MariaDB", ratio(GRPC), "", 2, true, 2, 4),
                new ContestRow(
                        "requests: in process / MariaDB", ratio(SLUICE), "", 2, true, 12, 30),
                new ContestRow(
                        "lists p99 at half its rate: gRPC / MariaDB",
                        listRatio(),
                        "",
                        3,
                        false,
                        0.5,
                        Double.NaN),
                new ContestRow(
                        "driver alone, µs a request",
                        scaled(driverNanos, 1e3),
                        "",
                        2,
                        false,
                        0.5,
                        0.25),
                new ContestRow(
                        "queries p99: while building / after", loadingRatio, "", 1, false, 5, 2),
                new ContestRow("queries after uptime that waited", waited, "", 0, false, 0, 0),
                new ContestRow(
                        "server's memory / what it was told",
                        scaled(serverBytes, told),
                        "",
                        2,
                        false,
                        1,
                        Double.NaN),
                new ContestRow(
                        "compacted hot store, KiB a look-up",
                        scaled(compactedBytes, 1 << 10),
                        "",
                        1,
                        false,
                        16,
                        8),
                new ContestRow(
                        "its writes: with 2 GiB / with 6", compactedRatio, "", 2, true, 0.5, 0.9));
    }

    private OptionalDouble ratio(String name) {
        TimedTrial ours = best.get(name);
        TimedTrial rival = best.get(MARIADB);
        return ours == null || rival == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(ours.perSecond() / rival.perSecond());
    }

    private OptionalDouble listRatio() {
        TimedTrial ours = open.get(GRPC);
        TimedTrial rival = open.get(MARIADB);
        return ours == null || rival == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(ours.listP99Nanos() / rival.listP99Nanos());
    }

    private static OptionalDouble scaled(OptionalDouble value, double unit) {
        return value.isEmpty() ? value : OptionalDouble.of(value.getAsDouble() / unit);
    }
}
