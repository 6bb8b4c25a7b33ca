package sluice.linkbench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import sluice.generate.JavaRandom;
import sluice.generate.LinkBenchGraph;
import sluice.generate.LinkBenchOptions;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.linkbench.stores.BenchStore;
import sluice.linkbench.stores.Connecting;
import sluice.linkbench.workload.Configuration;
import sluice.linkbench.workload.IdAccess;
import sluice.linkbench.workload.RequestKind;
import sluice.linkbench.workload.Workload;
import sluice.linkbench.workload.WorkloadReader;
import sluice.model.GraphStore;
import sluice.model.LinkQuery;

/**
 * LinkBench's graph of so many ids, and of its requests those for link lists alone: for experiments
 * that load the graph in their own ways.
 */
public final class ListRequests {
    private static final long SEED = 12345;
    private static final long SECONDS_MAX = 7200;
    private static final long LINKS_OF_ID = 5;

    /** How many ids at least share the links, if not evenly. */
    private static final long SHARES = 100;

    private static final int TRIES = 3;
    private static final double UNIFORM_SHARE = 0.5;
    private static final double PART_SHARE = 0.3;
    private static final int PART_LINKS_MAX = 20;

    private final Configuration settings;
    private final Workload workload;
    private final BenchClock clock;

    private ListRequests(Configuration settings, Workload workload, BenchClock clock) {
        this.settings = settings;
        this.workload = workload;
        this.clock = clock;
    }

    /**
     * LinkBench's own distributions, on so many ids as have about {@code links} links. No id has
     * more than a hundredth of them: so it is in graphs of the size that LinkBench was made for,
     * while in its small ones a single id has most.
     */
    public static ListRequests of(long links, BenchClock clock) throws IOException {
        long degreeMax = Math.max(1, links / SHARES);
        long ids = Math.max(2, links / LINKS_OF_ID);
        ListRequests requests = ofIds(ids, degreeMax, clock);
        for (int tries = 0; tries < TRIES; tries++) {
            double found = requests.countLinks();
            ids = Math.max(2, Math.round(ids * (links / Math.max(1, found))));
            requests = ofIds(ids, degreeMax, clock);
        }
        return requests;
    }

    private static ListRequests ofIds(long ids, long degreeMax, BenchClock clock)
            throws IOException {
        Map<String, String> overrides = new HashMap<>();
        overrides.put("maxid1", Long.toString(ids + 1));
        for (RequestKind operation : RequestKind.values()) {
            overrides.put(operation.key(), operation == RequestKind.GET_LINKS_LIST ? "100" : "0");
        }
        overrides.put("generate_nodes", "false");
        overrides.put("warmup_time", "0");
        overrides.put("maxtime", Long.toString(SECONDS_MAX));
        Configuration settings = Configuration.shipped(overrides);
        Workload workload = WorkloadReader.read(settings, Profile.CORRECTED);
        return new ListRequests(settings, workload.withDegreesUpTo(degreeMax), clock);
    }

    private long countLinks() {
        long links = 0;
        for (long id = workload.firstId(); id < nextId(); id++) {
            links += workload.initialLinks().degrees().degree(id);
        }
        return links;
    }

    /** The links to be loaded. */
    public LinkBenchGraph graph() {
        return LoadedStore.job(settings, workload, SEED, () -> false).graph();
    }

    /** The first id above those of the graph. */
    public long nextId() {
        return workload.firstId() + workload.count();
    }

    /**
     * Sends {@code requests} in all from {@code clients} threads, each as soon as the answer before
     * it came; {@code seconds} hears of each second.
     */
    public RequestResult run(
            String name,
            Connecting store,
            int clients,
            long requests,
            BooleanSupplier stop,
            Consumer<Interval> seconds)
            throws IOException {
        RunPlan plan =
                new RunPlan(
                        clients,
                        false,
                        Math.ceilDiv(requests, (long) clients),
                        0,
                        SECONDS_MAX * 1_000_000_000L,
                        0,
                        0,
                        SEED);
        return RequestPhase.run(new Asked(name, store), workload, plan, clock, stop, seconds);
    }

    /**
     * So many questions, always the same: half for ids as requests have them, half for any; of a
     * third a part of the list alone.
     */
    public List<LinkQuery> sample(int count) {
        SplittableRandom random = new SplittableRandom(SEED);
        JavaRandom accesses = new JavaRandom(SEED);
        IdAccess reads = workload.accesses().forRequester().linkReads();
        List<LinkQuery> queries = new ArrayList<>();
        long now = LinkBenchOptions.NOW_MILLIS;
        for (int index = 0; index < count; index++) {
            long id1 =
                    random.nextDouble() < UNIFORM_SHARE
                            ? random.nextLong(workload.firstId(), nextId())
                            : reads.next(accesses);
            long linkType =
                    LinkBenchOptions.FIRST_LINK_TYPE
                            + random.nextInt(workload.initialLinks().types());
            if (random.nextDouble() < PART_SHARE) {
                long time = now - random.nextLong(1L << 32);
                long from = random.nextBoolean() ? 0 : time - random.nextLong(1L << 31);
                int limit = 1 + random.nextInt(PART_LINKS_MAX);
                queries.add(new LinkQuery(id1, linkType, from, time, random.nextInt(3), limit));
            } else {
                queries.add(
                        new LinkQuery(id1, linkType, 0, Long.MAX_VALUE, 0, workload.rangeLimit()));
            }
        }
        return queries;
    }

    /** A store that others have loaded. */
    private record Asked(String name, Connecting store) implements BenchStore {
        @Override
        public GraphStore connect() throws IOException {
            return store.connect();
        }

        @Override
        public void close() {}
    }
}
