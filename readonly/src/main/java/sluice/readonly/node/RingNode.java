package sluice.readonly.node;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.model.SluiceException;
import sluice.readonly.Decision;
import sluice.readonly.NodeReport;
import sluice.readonly.Registry;
import sluice.readonly.RingRecords;
import sluice.readonly.RingView;
import sluice.readonly.decide.LocalVersion;
import sluice.readonly.decide.NodeReconciler;
import sluice.readonly.decide.NodeReconciler.Action;
import sluice.readonly.decide.NodeReconciler.Event;
import sluice.readonly.decide.NodeState;
import sluice.readonly.fetch.FetchFigures;
import sluice.readonly.fetch.HeldMark;
import sluice.readonly.fetch.VersionFolder;
import sluice.readonly.route.PeerLatency;
import sluice.readonly.route.RingGraph;
import sluice.readonly.route.RingState;
import sluice.server.BackingStore;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/**
 * A node of a ring that runs: it serves what was decided, fetches what is pushed, and leads if no
 * other node does. Without its registry it goes on serving. {@link #close} stops it gracefully.
 *
 * <p>Three kinds of threads: one looks at the records and decides, one fetches, opens and deletes,
 * and those of the server answer.
 */
public final class RingNode implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RingNode.class.getName());
    private static final long LOOK_MILLIS = 1_000;
    private static final Duration PEER_DEADLINE = Duration.ofSeconds(5);
    private static final Duration FETCH_DEADLINE = Duration.ofSeconds(30);

    /**
     * A read that waits for the disk, or for another node that it is passed on to, must not hold up
     * those beside it.
     */
    public static final int READ_THREADS = 64;

    private final NodeSettings settings;
    private final LongSupplier nanoClock = System::nanoTime;
    private final InstantSource wallClock = InstantSource.system();
    private final Registry registry;
    private final RingRecords records;
    private final VersionFolder folder;
    private final Closeable folderLock;
    private final NodeNames names;
    private final OpenVersions versions = new OpenVersions();
    private final SwapTimes swaps = new SwapTimes();
    private final SluiceServer server;
    private final NodePresence presence;
    private final RingGraph others;
    private final NodeGraph graph;
    private final LeaderWork leading;
    private final VersionWork work;

    /** An empty one says that the records have changed. */
    private final LinkedBlockingQueue<Optional<Event>> events = new LinkedBlockingQueue<>();

    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().name("fetch").daemon().factory());
    private final Thread deciding;

    private volatile boolean isClosed;
    private volatile @Nullable RingView seen;
    private volatile RingState ring = RingState.UNKNOWN;
    private volatile NodeReport told = NodeReport.NOTHING;
    private volatile boolean isAway;

    /** All below belongs to the thread that decides. */
    private NodeState state;

    private String problem = "";

    private @Nullable Closeable watch;
    private boolean isSwept;

    private RingNode(NodeSettings settings, Registry registry, VersionFolder folder, Closeable lock)
            throws IOException {
        this.settings = settings;
        this.registry = registry;
        this.records = new RingRecords(registry);
        this.folder = folder;
        this.folderLock = lock;
        ClientOptions peers =
                ClientOptions.of("127.0.0.1", 1)
                        .within(PEER_DEADLINE)
                        .secured(settings.authority(), settings.server().tokenFile());
        this.work =
                new VersionWork(
                        settings,
                        folder,
                        versions,
                        peers.over(1, 4).within(FETCH_DEADLINE),
                        nanoClock,
                        this::tell);
        this.leading = new LeaderWork(registry, records);
        this.names =
                new NodeNames(
                        folder.storage(),
                        settings.name(),
                        () -> NodeGraph.version(ring, versions.decision()));
        this.state = NodeState.starting(settings.name(), held());
        serveWhatWasServed();
        this.others = RingGraph.open(_ -> ring, peers, settings.name(), nanoClock);
        this.graph = new NodeGraph(settings.name(), versions, () -> ring, others);
        ServerOptions options = settings.server();
        this.server =
                SluiceServer.start(
                        options.threads(READ_THREADS, options.writeThreads()),
                        new BackingStore(graph, names.names(), names),
                        new NodeStatus(
                                figures(),
                                graph,
                                new NodeFiles(settings.name(), folder, versions)));
        this.presence = new NodePresence(settings, registry, records, server);
        this.deciding = Thread.ofPlatform().name("node").daemon().unstarted(this::decide);
    }

    /** The graph that its server shows. */
    NodeGraph graph() {
        return graph;
    }

    /** Starts the node; it serves what it served before when this returns. */
    public static RingNode start(NodeSettings settings, Registry registry) throws IOException {
        return start(settings, registry, DirectoryStorage.create(settings.data()));
    }

    /** As above, with its files in {@code storage}. */
    static RingNode start(NodeSettings settings, Registry registry, Storage storage)
            throws IOException {
        SluiceServer.check(settings.server());
        VersionFolder folder = new VersionFolder(storage);
        Closeable lock = folder.take(settings.name(), registry.location());
        try {
            RingNode node = new RingNode(settings, registry, folder, lock);
            node.deciding.start();
            return node;
        } catch (Throwable failure) {
            lock.close();
            throw failure;
        }
    }

    private Map<Integer, LocalVersion> held() throws IOException {
        Map<Integer, LocalVersion> held = new HashMap<>();
        for (HeldMark mark : folder.marks().values()) {
            held.put(mark.version(), LocalVersion.held(mark.checksum(), mark.covers()));
        }
        return held;
    }

    /** Before the registry is asked, which may be away. */
    private void serveWhatWasServed() throws IOException {
        Optional<Decision> decision = folder.decision();
        if (decision.isEmpty()) {
            return;
        }
        int current = decision.get().current();
        HeldMark mark = folder.marks().get(current);
        if (mark == null) {
            return;
        }
        try {
            OpenVersion version = OpenVersion.open(folder, mark);
            versions.add(version);
            names.show(current, version.manifest());
        } catch (IOException | SluiceException e) {
            LOG.log(
                    Level.WARNING,
                    "version %d cannot be opened: %s".formatted(current, e.getMessage()));
            return;
        }
        versions.serve(decision.get(), nanoClock);
        ring = folder.routes().after(decision.get(), mark.cuts());
        state = state.resumed(decision.get(), mark.covers());
        openOthers(decision.get());
        LOG.log(
                Level.INFO,
                "serving version=%d epoch=%d".formatted(current, decision.get().epoch()));
    }

    /**
     * Clients may still read the version before, and a rollback may have made it current. A later
     * one may be current too: the last report said that it is ready here.
     */
    private void openOthers(Decision decision) throws IOException {
        for (HeldMark mark : folder.marks().values()) {
            if (mark.version() == decision.current()) {
                continue;
            }
            try {
                versions.add(OpenVersion.open(folder, mark));
                state = state.opened(mark.version(), mark.covers());
            } catch (IOException | SluiceException e) {
                LOG.log(
                        Level.WARNING,
                        "version %d cannot be opened: %s"
                                .formatted(mark.version(), e.getMessage()));
            }
        }
    }

    /** Counts of what this node has fetched. */
    public FetchFigures fetches() {
        return work.figures();
    }

    /** How many nanoseconds each of the last swaps took: the write that all readers see. */
    public long[] swapNanos() {
        return swaps.nanos();
    }

    /** How many nanoseconds went by before each, from its decision on the disk on. */
    public long[] readiedNanos() {
        return swaps.readiedNanos();
    }

    private RingJson.NodeView look(@Nullable PeerLatency own) {
        Map<String, PeerLatency> latencies = new HashMap<>(others.latencies());
        if (own != null) {
            latencies.put(settings.name(), own);
        }
        RingView view = seen;
        return new RingJson.NodeView(
                settings.name(),
                view == null ? RingView.NOTHING : view,
                view != null && !isAway,
                leading.isLeading(),
                latencies);
    }

    private NodeStatus.Figures figures() {
        return new NodeStatus.Figures() {
            @Override
            public int version() {
                return serving();
            }

            @Override
            public byte[] page(@Nullable PeerLatency own) {
                return RingJson.of(look(own), wallClock.millis());
            }

            @Override
            public String metrics(@Nullable PeerLatency own) {
                return RingMetrics.of(look(own), told, work.figures(), swaps);
            }

            @Override
            public byte[] routes() {
                return RingRecords.encode(ring);
            }
        };
    }

    /** The server before it. */
    public SluiceServer server() {
        return server;
    }

    /** The version that is answered from; 0 without one. */
    public int serving() {
        return versions.decision().current();
    }

    private void decide() {
        long lookNanos = nanoClock.getAsLong();
        while (!isClosed) {
            try {
                long restNanos = Math.max(0, lookNanos - nanoClock.getAsLong());
                Optional<Event> event = events.poll(restNanos, TimeUnit.NANOSECONDS);
                if (event != null && event.isPresent()) {
                    step(event.get());
                }
                boolean isProgress =
                        event != null && event.isPresent() && event.get() instanceof Event.Fetched;
                if (event != null && !isProgress) {
                    // The records have changed, or something has ended: what is next?
                    lookNanos = nanoClock.getAsLong();
                }
                if (lookNanos - nanoClock.getAsLong() <= 0) {
                    lookNanos = nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
                    look();
                }
            } catch (InterruptedException _) {
                return;
            } catch (IOException | SluiceException e) {
                tellOnce("the node goes on without its records: " + e.getMessage());
                isAway = true;
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "the node goes on after a failure", e);
            }
        }
    }

    /** Logs a failure that comes back each second once. */
    private void tellOnce(String what) {
        if (!what.equals(problem)) {
            LOG.log(Level.WARNING, what);
        }
        problem = what;
    }

    private void look() throws IOException {
        presence.enter();
        if (watch == null) {
            watch = registry.watch(() -> events.add(Optional.empty()));
        }
        RingView view = records.view();
        presence.renew(view);
        if (isAway) {
            isAway = false;
            problem = "";
            LOG.log(Level.INFO, "the records can be read again");
        }
        seen = view;
        RingState before = ring;
        RingState next = RingState.of(view);
        if (next.epoch() >= before.epoch()) {
            showNames(next);
            ring = next;
        }
        if (!ring.equals(before)) {
            // Before the decision: a node that ends between the two still knows the topology of it.
            keepRoutes();
        }
        step(new Event.Look(view));
        if (!isSwept) {
            isSwept = true;
            Set<Integer> known = Set.copyOf(state.locals().keySet());
            worker.execute(() -> work.sweep(known));
        }
        leading.act(wallClock.millis());
    }

    /** A node that starts while the registry is away asks the others by what it knew last. */
    private void keepRoutes() {
        try {
            folder.keepRoutes(ring);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the routes were not written", e);
        }
    }

    private void step(Event event) {
        NodeReconciler.Step step = NodeReconciler.step(state, event, nowMillis());
        state = step.state();
        boolean isReported = true;
        for (Action action : step.actions()) {
            switch (action) {
                case Action.Fetch fetch -> {
                    work.stopFetch(false);
                    RingView view = seen;
                    worker.execute(() -> work.fetch(fetch, view));
                }
                case Action.StopFetch() -> work.stopFetch(true);
                case Action.Open(int version, Set<Long> topologies) ->
                        worker.execute(() -> work.open(version));
                case Action.Serve(Decision decision) -> serve(decision);
                case Action.Report() -> isReported = report() && isReported;
                case Action.Delete(int version) -> {
                    if (isReported) {
                        delete(version);
                    }
                }
            }
        }
    }

    private long nowMillis() {
        return nanoClock.getAsLong() / 1_000_000;
    }

    private boolean report() {
        try {
            told = state.report(folder.storage().usableBytes());
            records.report(settings.name(), told);
            return true;
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the report was not written", e);
            return false;
        }
    }

    /**
     * Shows the names of a newer version that is open here, before its rows are read by what the
     * ring serves: until then this node would refuse them.
     */
    private void showNames(RingState next) {
        OpenVersion version = next.isServing() ? versions.look(next.version()) : null;
        if (version == null || next.version() <= names.version()) {
            return;
        }
        try {
            names.show(next.version(), version.manifest());
        } catch (IOException e) {
            // The swap tries again; they are refused until then.
            LOG.log(Level.DEBUG, "the names were not shown", e);
        }
    }

    /** The swap: durable first, then names, then one write that all readers see. */
    private void serve(Decision decision) {
        OpenVersion version = versions.look(decision.current());
        try {
            if (version == null) {
                throw new IOException("it is not open");
            }
            folder.decided(decision);
            long begin = nanoClock.getAsLong();
            names.show(decision.current(), version.manifest());
            long readied = nanoClock.getAsLong() - begin;
            swaps.add(readied, versions.serve(decision, nanoClock));
            LOG.log(
                    Level.INFO,
                    "serving version=%d epoch=%d".formatted(decision.current(), decision.epoch()));
        } catch (IOException e) {
            // The old version goes on; the next look tries again.
            String cause =
                    "version %d cannot be served: %s".formatted(decision.current(), e.getMessage());
            state =
                    NodeReconciler.notServed(
                            state, versions.decision(), decision.current(), cause, nowMillis());
            tellOnce(cause);
        }
    }

    private void delete(int version) {
        Set<Integer> known = Set.copyOf(state.locals().keySet());
        worker.execute(() -> work.delete(version, known));
    }

    private void tell(Event event) {
        events.add(Optional.of(event));
    }

    /** Lets running requests end and stops a fetch, which goes on at the next start. */
    @Override
    public void close() throws IOException {
        isClosed = true;
        work.close();
        deciding.interrupt();
        boolean isInterrupted = false;
        try {
            deciding.join();
            worker.shutdown();
            server.close();
            worker.awaitTermination(
                    settings.server().stopWithin().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            isInterrupted = true;
        }
        try (folderLock) {
            leading.close();
            if (watch != null) {
                watch.close();
            }
            presence.close();
            others.close();
            versions.close();
            names.close();
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
