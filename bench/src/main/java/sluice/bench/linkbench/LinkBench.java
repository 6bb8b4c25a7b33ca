package sluice.bench.linkbench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import sluice.bench.graph.LinkBenchGraph;
import sluice.bench.graph.LinkBenchOptions;
import sluice.bench.graph.LinkBenchOptions.Profile;
import sluice.bench.load.Machine;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.SluiceException;

/**
 * Runs LinkBench: loads its graph into a store, sends the requests, and checks the store's counts.
 */
public final class LinkBench {
    /** Below so many ids the most popular one has a good part of all links. */
    private static final long IDS_MIN = 1_000_000;

    private static final String BUILT_IN = "built-in";

    private final Options options;
    private final Configuration settings;
    private final BenchClock clock;
    private final BooleanSupplier stop;
    private final LinkBenchEvents events;

    /**
     * What is run.
     *
     * @param totalRate requests a second over all requesters; 0 for what the settings say
     * @param verify whether the counts are checked in the end
     */
    public record Options(
            Configuration settings,
            Profile profile,
            String store,
            double totalRate,
            boolean verify) {
        public Options {
            if (!(totalRate >= 0 && totalRate < 1e9)) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "the rate is %s requests a second, expected 0 to 1000000000"
                                .formatted(totalRate));
            }
        }
    }

    private LinkBench(
            Options options, BenchClock clock, BooleanSupplier stop, LinkBenchEvents events) {
        this.options = options;
        settings = options.settings();
        this.clock = clock;
        this.stop = stop;
        this.events = events;
    }

    /**
     * Runs all phases; once {@code stop} says so, requests end early and what was measured is told.
     */
    public static LinkBenchResult run(
            Options options, BenchClock clock, BooleanSupplier stop, LinkBenchEvents events)
            throws IOException {
        return new LinkBench(options, clock, stop, events).run();
    }

    private LinkBenchResult run() throws IOException {
        Instant started = Instant.ofEpochMilli(clock.millis());
        Workload workload = WorkloadReader.read(settings, options.profile());
        RunPlan plan = RunPlan.read(settings, otherSeed("request_random_seed"));
        if (options.totalRate() > 0) {
            plan = plan.withTotalRate(options.totalRate());
        }
        List<String> warnings = warnings(workload);
        warnings.forEach(events::warned);
        LoadResult loaded = null;
        RequestResult requests;
        Verification verified = null;
        try (BenchStore store = BenchStores.open(options.store(), settings, workload.firstId())) {
            if (store.keeps()) {
                loaded = load(store, workload);
                events.loaded(loaded);
            }
            requests = RequestPhase.run(store, workload, plan, clock, stop, events::second);
            if (stop.getAsBoolean()) {
                warnings.add("stopped before its end; counts were not compared");
            } else if (store.keeps() && options.verify()) {
                events.verifying();
                verified = verify(store, workload);
            }
        }
        return new LinkBenchResult(
                options.store(),
                options.profile(),
                distribution(),
                started,
                Instant.ofEpochMilli(clock.millis()),
                Machine.of(Path.of(System.getProperty("java.io.tmpdir"))),
                settings,
                warnings,
                loaded,
                requests,
                verified);
    }

    /** Whose distribution of out-degrees was taken. */
    private String distribution() {
        if (!isMeasuredCurve()) {
            return settings.text("nlinks_func");
        }
        return settings.used().getOrDefault("data_file", "").isEmpty() ? BUILT_IN : "data_file";
    }

    private boolean isMeasuredCurve() {
        return settings.text("nlinks_func").equalsIgnoreCase("real");
    }

    private List<String> warnings(Workload workload) {
        List<String> warnings = new ArrayList<>();
        if (isMeasuredCurve() && workload.count() < IDS_MIN) {
            warnings.add(
                    "with %,d ids a few of them have most of the links; figures to compare need 1,000,000 ids at least"
                            .formatted(workload.count()));
        }
        if (distribution().equals(BUILT_IN)) {
            warnings.add(
                    "out-degrees follow the built-in form of LinkBench's curve; name its Distribution.dat with -D data_file=FILE for the original's");
        }
        return warnings;
    }

    private LoadResult load(BenchStore store, Workload workload) throws IOException {
        long seed =
                settings.optional("load_random_seed").isPresent()
                        ? settings.integer("load_random_seed")
                        : otherSeed("load_random_seed");
        LoadJob job =
                new LoadJob(
                        graph(workload, seed),
                        settings.flag("generate_nodes", false),
                        settings.smallInteger("loaders", 1, 1, 1024),
                        stop);
        long begun = clock.nanoTime();
        store.load(job);
        return new LoadResult(
                job.nodes(), job.links(), job.loaders(), seed, clock.nanoTime() - begun);
    }

    private LinkBenchGraph graph(Workload workload, long seed) {
        Workload.Payloads payloads = workload.payloads();
        LinkBenchOptions shape =
                new LinkBenchOptions(
                        workload.count(),
                        workload.firstId(),
                        workload.profile(),
                        workload.initialLinks().types(),
                        workload.randomId2Max(),
                        payloads.linkMedianBytes(),
                        payloads.nodeMedianBytes(),
                        seed,
                        LinkBenchOptions.NOW_MILLIS,
                        null);
        return LinkBenchGraph.of(
                shape,
                new LinkBenchGraph.Shapes(
                        workload.initialLinks(),
                        payloads.addedLinks(),
                        payloads.addedNodes(),
                        settings.smallInteger("loader_chunk_size", 2048, 1, Integer.MAX_VALUE)));
    }

    private static Verification verify(BenchStore store, Workload workload) throws IOException {
        long[] linkTypes =
                LongStream.range(0, workload.initialLinks().types())
                        .map(type -> LinkBenchOptions.FIRST_LINK_TYPE + type)
                        .toArray();
        try (GraphStore handle = store.connect()) {
            return CountVerifier.verify(handle, linkTypes);
        }
    }

    /** A seed where none is set, another one each time; results tell it. */
    private long otherSeed(String key) {
        return clock.nanoTime() ^ key.hashCode();
    }
}
