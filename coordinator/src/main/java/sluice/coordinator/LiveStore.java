package sluice.coordinator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.coordinator.LiveStoreOptions.Built;
import sluice.coordinator.LiveStoreOptions.Copied;
import sluice.coordinator.decision.DecisionOptions;
import sluice.coordinator.decision.Event.AbsorbEnded.Outcome;
import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;
import sluice.load.Job;
import sluice.load.JoinedBuild;
import sluice.load.Load;
import sluice.load.LoadResult;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.MemoryPlan;
import sluice.load.job.Pools;
import sluice.load.remote.RemoteStore;
import sluice.model.ColdStore;
import sluice.model.GraphStore;
import sluice.model.HotStore;
import sluice.model.SluiceException;
import sluice.model.names.Names;
import sluice.question.Declaring;
import sluice.segment.Borders;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * A store that is read and written while it loads, and while what was written is absorbed: a store
 * directory and a hot store as one graph, with the coordinator between them.
 *
 * <p>It owns its threads and its view of the directory, not the hot store and not the directory.
 * Safe for any number of threads; one load at a time.
 */
public final class LiveStore implements AutoCloseable {
    private static final Logger LOG = System.getLogger(LiveStore.class.getName());
    private static final long TICK_MILLIS = 50;

    /** Longer, as a hot store may have to ask a server for its size. */
    private static final long WEIGHING_MILLIS = 500;

    /** Reads the manifest, which is long where there are many buckets. */
    private static final long FOLLOWING_MILLIS = 500;

    private final Storage storage;
    private final HotStore hot;
    private final LoadOptions options;
    private final Demand demand = new Demand();
    private final StoreCold cold;
    private final Optional<RemoteStore> remote;

    /** Whether a bucket that is not built is answered from its runs. */
    private final boolean searchRuns;

    private final Coordinator coordinator;
    private final MergedGraph graph;
    private final Absorber absorber;
    private final Weighing weighing;

    /**
     * Kept, as collecting those of the load before and making them anew takes time from readers.
     */
    private final Pools pools = new Pools();

    private final Optional<HotListCopying> copying;
    private final ScheduledExecutorService ticker =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("coordinator").daemon().factory());

    private final AtomicBoolean closing = new AtomicBoolean();

    private final StoreTurns turns = new StoreTurns();

    private LiveStore(
            Storage storage, HotStore hot, LiveStoreOptions settings, LongSupplier nanoClock)
            throws IOException {
        this.storage = storage;
        this.hot = hot;
        this.options = settings.load();
        this.cold = StoreCold.open(storage, demand);
        Optional<Built> built = settings.built();
        Optional<Copied> copied = settings.copied();
        this.remote = built.map(Built::remote);
        this.searchRuns = built.map(Built::searchRuns).orElse(true);
        DecisionOptions decisions = settings.decisions();
        DecisionOptions told = built.isEmpty() ? decisions : decisions.absorbingOnlyIfAsked();
        this.coordinator = new Coordinator(told, demand, this::absorbSoon, searchRuns, nanoClock);
        ColdStore read =
                built.isEmpty() ? cold : new RemoteCold(cold, built.get().remote(), searchRuns);
        this.copying =
                copied.isEmpty()
                        ? Optional.empty()
                        : Optional.of(copying(copied.get(), read, nanoClock));
        this.graph =
                new MergedGraph(
                        hot,
                        read,
                        settings.firstNodeId(),
                        new CoordinatedWaiting(coordinator),
                        nanoClock,
                        copying.map(HotListCopying::index).orElse(HeldIndex.NONE));
        graph.checkTypesBy(cold.names());
        this.absorber = new Absorber(storage, hot, cold, graph, remote, pools);
        this.weighing = new Weighing(hot, cold, coordinator);
    }

    private HotListCopying copying(Copied copied, ColdStore read, LongSupplier nanoClock)
            throws IOException {
        try {
            return HotListCopying.open(storage, hot, read, remote, copied, nanoClock);
        } catch (Throwable failure) {
            cold.close();
            throw failure;
        }
    }

    /**
     * Opens the store in {@code storage}, which may be empty, with the online writes that {@code
     * hot} holds. The caller closes it, and the hot store after it.
     */
    public static LiveStore open(
            Storage storage, HotStore hot, LiveStoreOptions options, LongSupplier nanoClock)
            throws IOException {
        LiveStore store = new LiveStore(storage, hot, options, nanoClock);
        try {
            store.begin();
            return store;
        } catch (Throwable failure) {
            // Whoever waits for a server opens it ever again.
            store.close();
            throw failure;
        }
    }

    private void begin() throws IOException {
        Following following =
                new Following(
                        storage,
                        cold,
                        remote,
                        coordinator,
                        turns,
                        closing::get,
                        graph::refuseWrites);
        following.begin();
        var unusedTicks =
                ticker.scheduleAtFixedRate(
                        this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        var unusedWeighings =
                ticker.scheduleAtFixedRate(
                        weighing, TICK_MILLIS, WEIGHING_MILLIS, TimeUnit.MILLISECONDS);
        var unusedLooks =
                ticker.scheduleWithFixedDelay(
                        following, FOLLOWING_MILLIS, FOLLOWING_MILLIS, TimeUnit.MILLISECONDS);
        copying.ifPresent(HotListCopying::start);
    }

    /** What is read and written. */
    public GraphStore graph() {
        return graph;
    }

    /** The declarations of properties, also while a load runs. */
    public Declaring declaring() {
        return cold.declarations();
    }

    /** The names of ids and types that loads have brought, also while a load runs. */
    public Names names() {
        return cold.names();
    }

    /**
     * Why no write is taken, for good or as the hot store is away; empty while they are. A hot
     * store that is there may refuse them all the same.
     */
    public Optional<String> writesRefused() {
        return graph.writesRefused().or(weighing::writesRefused);
    }

    /** Who decides; for status and for what is measured. */
    public Coordinator coordinator() {
        return coordinator;
    }

    /** The manifest that is read now; null before the first one. */
    public @Nullable Manifest manifest() {
        return cold.manifest();
    }

    /**
     * The buckets of the present load, each as far as it is, also where they are built outside;
     * none before there is a manifest.
     */
    public List<Bucket> buckets() {
        Manifest manifest = cold.manifest();
        if (manifest == null) {
            return List.of();
        }
        List<Bucket.State> states = remote.map(RemoteStore::states).orElse(List.of());
        if (states.size() != manifest.buckets().size()) {
            return manifest.buckets();
        }
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            buckets.add(manifest.buckets().get(i).withState(states.get(i)));
        }
        return buckets;
    }

    /** The queries for each bucket of the present load. */
    public Demand demand() {
        return demand;
    }

    /** Bytes of the hot store, about, without lists that it holds whole. */
    public long hotBytes() throws IOException {
        return hot.sizeBytes();
    }

    /** Bytes of the hot store's files that are in memory outside of Java's heap. */
    public long hotCacheBytes() {
        return hot.cacheBytes();
    }

    /** What the hot store holds of lists of the cold store, whole. */
    public HotListCounts hotLists() {
        return copying.map(HotListCopying::counts).orElse(HotListCounts.NONE);
    }

    /** Says that an empty store is all there is, so that its answers are complete. */
    public void completeIfEmpty() throws IOException {
        boolean empty = cold.manifest() == null;
        if (empty && (remote.isPresent() || absorb() == 0)) {
            // There was nothing to be built, so that nobody else says it.
            coordinator.complete(Borders.whole());
        }
    }

    /**
     * Loads {@code source}, or goes on with its load, in the calling thread and others, while the
     * graph is read and written.
     */
    public LoadResult load(
            Source source, LoadOptions loadOptions, LoadProgress progress, LoadEvents events)
            throws IOException {
        return load(source, RecentFiles.NONE, loadOptions, progress, events);
    }

    /** As above; the rows of {@code recent} are answered before those of other files. */
    public LoadResult load(
            Source source,
            RecentFiles recent,
            LoadOptions loadOptions,
            LoadProgress progress,
            LoadEvents events)
            throws IOException {
        LoadEvents watched = watched(events, recent);
        try (StoreTurns.Turn _ = turns.await(watched)) {
            watched.throwIfStopped();
            cold.show(null);
            if (remote.isPresent()) {
                // Until now the builders were other processes; this one plans anew.
                coordinator.stopped();
            }
            LoadOptions fitting = MemoryPlan.fitting(loadOptions);
            Job job = Job.of(storage, fitting, progress, watched, demand);
            return Load.run(job.with(coordinator, remote, pools), source);
        }
    }

    /**
     * Builds what is staged and not built yet into the cold store outside, together with other
     * processes, in the calling thread and others, while the graph is read and written.
     */
    public void build(LoadOptions loadOptions, LoadProgress progress, LoadEvents events)
            throws IOException {
        try (StoreTurns.Turn _ = turns.await()) {
            coordinator.stopped();
            LoadEvents watched = watched(events, RecentFiles.NONE);
            Job job = Job.of(storage, loadOptions, progress, watched, demand);
            JoinedBuild.run(job.with(coordinator, remote, pools));
        }
    }

    /** As {@code events}, which are told after readers see what is new. */
    private LoadEvents watched(LoadEvents events, RecentFiles recent) {
        return new LoadEvents() {
            private boolean staging;

            @Override
            public void published(Manifest manifest) {
                refresh();
                if ((!manifest.complete() || waitsToBuild(manifest)) && !staging) {
                    staging = true;
                    coordinator.staging();
                }
                events.published(manifest);
            }

            @Override
            public void uptime() {
                showNoRecent();
                events.uptime();
            }

            @Override
            public boolean stopRequested() {
                return closing.get() || events.stopRequested();
            }

            /** In the words of who asked for it. */
            @Override
            public void throwIfStopped() {
                events.throwIfStopped();
                LoadEvents.super.throwIfStopped();
            }

            @Override
            public boolean wantsFirst(SourceFile file) {
                return recent.files().test(file);
            }

            @Override
            public void firstStaged(Manifest rows) throws IOException {
                cold.show(RecentRows.copy(storage, rows, recent.place()));
            }
        };
    }

    /** Whether nothing of it can be answered before it is known elsewhere what is to be built. */
    private boolean waitsToBuild(Manifest manifest) {
        return manifest.phase() == Manifest.Phase.ABSORBING
                && !searchRuns
                && remote.isPresent()
                && !remote.get().isOf(manifest.loadNumber());
    }

    private void showNoRecent() {
        try {
            cold.show(null);
        } catch (IOException e) {
            // They are shown no more; their files are removed with the next ones.
            LOG.log(Level.WARNING, "the copies of recent rows cannot be removed", e);
        }
    }

    private void refresh() {
        try {
            cold.refresh();
        } catch (IOException e) {
            // Readers stay on the manifest that they have; the next one is tried again.
            LOG.log(Level.WARNING, "the store cannot be read anew", e);
        }
    }

    /**
     * Takes what was written online so far into segments, or into the cold store where buckets are
     * built outside, in the calling thread and others; returns how many rows that were.
     */
    public long absorb() throws IOException {
        return absorb(LoadEvents.NONE);
    }

    /**
     * As above. Where {@code events} ask for a stop it ends soon, soundly: what is in segments by
     * then is, the rest is still a write online, and the next call goes on.
     */
    public long absorb(LoadEvents events) throws IOException {
        LoadEvents watched = watched(events, RecentFiles.NONE);
        try (StoreTurns.Turn _ = turns.await()) {
            watched.throwIfStopped();
            if (remote.isPresent()) {
                absorber.refuseUnlessComplete();
                // Until now the builders were other processes, or those of a load.
                coordinator.stopped();
            }
            return absorber.absorb(options, watched, demand, coordinator);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // queries come first; nothing depends on it
    private void absorbSoon() {
        Thread.ofPlatform().name("absorb").priority(Thread.MIN_PRIORITY).start(this::absorbAndTell);
    }

    private void absorbAndTell() {
        Outcome outcome = Outcome.FAILED;
        try {
            outcome = absorb() == 0 ? Outcome.NOTHING_THERE : Outcome.DONE;
        } catch (IOException | SluiceException e) {
            if (!closing.get()) {
                LOG.log(Level.WARNING, "absorbing failed and is tried again: " + e.getMessage());
            }
        } finally {
            coordinator.absorbEnded(outcome);
        }
    }

    private void tick() {
        try {
            coordinator.tick();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the coordinator's tick failed", e);
        }
    }

    /** Stops a load or an absorption that runs, soundly; then ends. */
    @Override
    public void close() throws IOException {
        closing.set(true);
        ticker.shutdown();
        copying.ifPresent(HotListCopying::close);
        try (StoreTurns.Turn _ = turns.await()) {
            // Whoever waits to begin is told that the store is closing.
            graph.close();
            cold.close();
        }
    }
}
