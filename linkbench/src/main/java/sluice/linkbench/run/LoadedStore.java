package sluice.linkbench.run;

import java.io.IOException;
import java.io.Writer;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import sluice.generate.LinkBenchGraph;
import sluice.generate.LinkBenchOptions;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.stores.BenchStore;
import sluice.linkbench.stores.BenchStores;
import sluice.linkbench.stores.LoadJob;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.Workload;
import sluice.linkbench.workload.WorkloadReader;
import sluice.model.GraphStore;

/**
 * A store with LinkBench's graph in it, to which requests can be sent any number of times. Each
 * time they change it a little, as requests do.
 */
public final class LoadedStore implements AutoCloseable {
    private final BenchStore store;
    private final Configuration settings;
    private final Workload workload;
    private final BenchClock clock;
    private final BooleanSupplier stop;
    private final RunPlan plan;
    private final @Nullable LoadPhaseResult loaded;

    private LoadedStore(
            BenchStore store,
            Configuration settings,
            Workload workload,
            RunPlan plan,
            BenchClock clock,
            BooleanSupplier stop)
            throws IOException {
        this.store = store;
        this.settings = settings;
        this.workload = workload;
        this.plan = plan;
        this.clock = clock;
        this.stop = stop;
        this.loaded = store.keeps() ? load() : null;
    }

    /** Opens the store of this name, empty, and loads the graph, which can take minutes. */
    public static LoadedStore open(
            String name,
            Configuration settings,
            Profile profile,
            BenchClock clock,
            BooleanSupplier stop)
            throws IOException {
        Workload workload = WorkloadReader.read(settings, profile);
        RunPlan plan = RunPlan.read(settings, otherSeed(clock, "request_random_seed"));
        BenchStore store = BenchStores.open(name, settings, workload.firstId());
        try {
            return new LoadedStore(store, settings, workload, plan, clock, stop);
        } catch (Throwable failure) {
            store.close();
            throw failure;
        }
    }

    private LoadPhaseResult load() throws IOException {
        long seed =
                settings.optional("load_random_seed").isPresent()
                        ? settings.integer("load_random_seed")
                        : otherSeed(clock, "load_random_seed");
        LoadJob job = job(settings, workload, seed, stop);
        long begun = clock.nanoTime();
        store.load(job);
        return new LoadPhaseResult(
                job.nodes(), job.links(), job.loaders(), seed, clock.nanoTime() - begun);
    }

    /** What is to be loaded. */
    public static LoadJob job(
            Configuration settings, Workload workload, long seed, BooleanSupplier stop) {
        return new LoadJob(
                graph(settings, workload, seed),
                settings.flag("generate_nodes", false),
                settings.smallInteger("loaders", 1, 1, 1024),
                stop);
    }

    private static LinkBenchGraph graph(Configuration settings, Workload workload, long seed) {
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

    /** What was loaded; null where the store keeps nothing. */
    public @Nullable LoadPhaseResult loaded() {
        return loaded;
    }

    /** How the settings say that requests are sent. */
    public RunPlan plan() {
        return plan;
    }

    /** Sends requests; {@code seconds} hears of each second that was measured. */
    public RequestResult run(RunPlan asked, Consumer<Interval> seconds) throws IOException {
        return RequestPhase.run(store, workload, asked, clock, stop, seconds);
    }

    /** As above; {@code samples} gets the original's streaming statistics as CSV. */
    RequestResult run(RunPlan asked, Consumer<Interval> seconds, Writer samples)
            throws IOException {
        SampleLog log = SampleLog.begin(settings, samples);
        return RequestPhase.run(
                store, workload, asked, clock, stop, new RequestPhase.Listener(seconds, log));
    }

    /** Compares all counts with the links; null where the store keeps nothing. */
    public @Nullable Verification verify() throws IOException {
        if (!store.keeps()) {
            return null;
        }
        long[] linkTypes =
                LongStream.range(0, workload.initialLinks().types())
                        .map(type -> LinkBenchOptions.FIRST_LINK_TYPE + type)
                        .toArray();
        try (GraphStore handle = store.connect()) {
            return CountVerifier.verify(handle, linkTypes);
        }
    }

    /** The memory of the store's own process, no files in it; empty where it has none. */
    public OptionalLong memoryBytes() {
        return store.memoryBytes();
    }

    /** A seed where none is set, another one each time; results tell it. */
    private static long otherSeed(BenchClock clock, String key) {
        return clock.nanoTime() ^ key.hashCode();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
