package sluice.coordinator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.coordinator.decision.DecisionOptions;
import sluice.ingest.Source;
import sluice.ingest.SourceFile;
import sluice.load.Demand;
import sluice.load.Load;
import sluice.load.LoadEvents;
import sluice.load.LoadOptions;
import sluice.load.LoadProgress;
import sluice.load.LoadResult;
import sluice.model.GraphStore;
import sluice.model.HotStore;
import sluice.model.SluiceException;
import sluice.segment.Borders;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
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

    private final Storage storage;
    private final HotStore hot;
    private final LoadOptions options;
    private final Demand demand = new Demand();
    private final StoreCold cold;
    private final Coordinator coordinator;
    private final MergedGraph graph;
    private final Absorber absorber;
    private final ScheduledExecutorService ticker =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("coordinator").daemon().factory());
    private final AtomicBoolean closing = new AtomicBoolean();

    /** The manifest whose files have {@code weighedBytes}; seen by the ticker alone. */
    private @Nullable Manifest weighed;

    private long weighedBytes;

    private LiveStore(
            Storage storage,
            HotStore hot,
            LoadOptions options,
            DecisionOptions decisions,
            OptionalLong firstNodeId,
            LongSupplier nanoClock)
            throws IOException {
        this.storage = storage;
        this.hot = hot;
        this.options = options;
        this.cold = StoreCold.open(storage, demand);
        this.coordinator = new Coordinator(decisions, demand, this::absorbSoon, true, nanoClock);
        this.graph =
                new MergedGraph(
                        hot, cold, firstNodeId, new CoordinatedWaiting(coordinator), nanoClock);
        this.absorber = new Absorber(storage, hot, cold, graph);
    }

    /**
     * Opens the store in {@code storage}, which may be empty, with the online writes that {@code
     * hot} holds. The caller closes it, and the hot store after it.
     *
     * @param options memory and threads of loads and absorptions
     * @param firstNodeId of the first node that is added online; without it the first above all
     *     that were loaded
     */
    public static LiveStore open(
            Storage storage,
            HotStore hot,
            LoadOptions options,
            DecisionOptions decisions,
            OptionalLong firstNodeId,
            LongSupplier nanoClock)
            throws IOException {
        LiveStore store = new LiveStore(storage, hot, options, decisions, firstNodeId, nanoClock);
        store.begin();
        return store;
    }

    private void begin() throws IOException {
        switch (cold.manifest()) {
            case null -> coordinator.staging();
            case Manifest manifest when !manifest.complete() -> coordinator.staging();
            case Manifest manifest -> coordinator.complete(manifest.borders());
        }
        var unused =
                ticker.scheduleAtFixedRate(
                        this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** What is read and written. */
    public GraphStore graph() {
        return graph;
    }

    /** Who decides; for status and for what is measured. */
    public Coordinator coordinator() {
        return coordinator;
    }

    /** The manifest that is read now; null before the first one. */
    public @Nullable Manifest manifest() {
        return cold.manifest();
    }

    /** The queries for each bucket of the present load. */
    public Demand demand() {
        return demand;
    }

    /** Bytes of the hot store, about. */
    public long hotBytes() throws IOException {
        return hot.sizeBytes();
    }

    /** Says that an empty store is all there is, so that its answers are complete. */
    public void completeIfEmpty() throws IOException {
        if (cold.manifest() == null && absorb() == 0) {
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
        cold.show(null);
        return Load.run(
                storage,
                source,
                loadOptions,
                progress,
                watched(events, recent),
                demand,
                coordinator);
    }

    /** As {@code events}, which are told after readers see what is new. */
    private LoadEvents watched(LoadEvents events, RecentFiles recent) {
        return new LoadEvents() {
            private boolean staging;

            @Override
            public void published(Manifest manifest) {
                refresh();
                if (!manifest.complete() && !staging) {
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
     * Takes what was written online so far into segments, in the calling thread and others; returns
     * how many rows that were.
     */
    public long absorb() throws IOException {
        return absorber.absorb(
                options, watched(LoadEvents.NONE, RecentFiles.NONE), demand, coordinator);
    }

    private void absorbSoon() {
        Thread.ofPlatform().name("absorb").start(this::absorbAndTell);
    }

    private void absorbAndTell() {
        boolean done = false;
        try {
            absorb();
            done = true;
        } catch (IOException | SluiceException e) {
            LOG.log(Level.WARNING, "absorbing failed and is tried again: " + e.getMessage());
        } finally {
            coordinator.absorbEnded(done);
        }
    }

    /** For the ticker alone. */
    private long coldBytes() {
        Manifest manifest = cold.manifest();
        if (manifest != null && manifest != weighed) {
            weighed = manifest;
            weighedBytes = manifest.files().stream().mapToLong(FileEntry::lengthBytes).sum();
        }
        return weighedBytes;
    }

    private void tick() {
        try {
            coordinator.hotSize(hot.sizeBytes(), coldBytes());
            coordinator.tick();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "the coordinator's tick failed", e);
        }
    }

    /** Stops a load or an absorption that runs, soundly; then ends. */
    @Override
    public void close() throws IOException {
        closing.set(true);
        ticker.shutdown();
        absorber.awaitEnd();
        graph.close();
        cold.close();
    }
}
