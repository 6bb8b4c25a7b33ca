package sluice.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.load.build.Builder;
import sluice.load.build.TouchedBuckets;
import sluice.load.files.Leftovers;
import sluice.load.files.LoadLock;
import sluice.load.files.Manifests;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadState;
import sluice.load.job.MemoryPlan;
import sluice.load.job.Pools;
import sluice.load.job.Publisher;
import sluice.load.job.Workers;
import sluice.load.remote.RemoteStore;
import sluice.load.stage.RunWriter;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.RowPool;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * Takes online writes over into a store: first as runs, which one manifest adds all at once, then
 * into the segments of the buckets that they touch, as a load does; before that, into a cold store
 * elsewhere, where there is one. A row that is absorbed wins over what the store held for its key,
 * whatever the version and time of either.
 *
 * <p>Promises: until {@link #stage} returns the store is as it was, afterwards it holds all the
 * rows, and a crash leaves one or the other; answers are the same before, while and after buckets
 * are built. Holds the store's lock. One thread at a time calls it; it has threads of its own.
 */
public final class Absorption implements Closeable {
    private static final int SYNC_THREADS = 2;

    private final Storage storage;
    private final LoadOptions options;
    private final LoadProgress progress;
    private final LoadEvents events;
    private final Demand demand;
    private final BuildOrder order;
    private final int syncThreads;
    private final Pools pools;
    private final Optional<Consolidation> elsewhere;
    private final Closeable lock;

    /** Of the store as it is now. */
    private Manifest manifest;

    private long rowsResumed;

    private Absorption(
            Storage storage,
            LoadOptions options,
            LoadProgress progress,
            LoadEvents events,
            Demand demand,
            BuildOrder order,
            int syncThreads,
            Pools pools,
            Optional<Consolidation> elsewhere,
            Closeable lock,
            Manifest manifest) {
        this.storage = storage;
        this.options = options;
        this.progress = progress;
        this.events = events;
        this.demand = demand;
        this.order = order;
        this.syncThreads = syncThreads;
        this.pools = pools;
        this.elsewhere = elsewhere;
        this.lock = lock;
        this.manifest = manifest;
    }

    /**
     * Takes the lock of the store in {@code storage}, which is made where there is none, and builds
     * what an interrupted absorption left to build. Refuses while a load is unfinished.
     *
     * @param remote where buckets are built, if not into segments
     * @param pools the memory that is used for rows
     */
    public static Absorption begin(
            Storage storage,
            LoadOptions options,
            LoadProgress progress,
            LoadEvents events,
            Demand demand,
            BuildOrder order,
            Optional<RemoteStore> remote,
            Pools pools)
            throws IOException {
        return begin(
                storage, options, progress, events, demand, order, remote, pools, SYNC_THREADS);
    }

    /** As above; with 0 {@code syncThreads} all file work of one thread is in the calling one. */
    static Absorption begin(
            Storage storage,
            LoadOptions options,
            LoadProgress progress,
            LoadEvents events,
            Demand demand,
            BuildOrder order,
            Optional<RemoteStore> remote,
            Pools pools,
            int syncThreads)
            throws IOException {
        LoadLock.refuseOtherFiles(storage);
        Closeable lock = LoadLock.take(storage);
        try {
            Optional<Consolidation> elsewhere =
                    remote.map(
                            built ->
                                    new Consolidation(
                                            storage,
                                            options,
                                            events,
                                            built,
                                            () -> workers(syncThreads)));
            Optional<Manifest> found = ManifestFile.read(storage);
            if (elsewhere.isPresent()) {
                found = elsewhere.get().ifBuilt(found, progress, demand, order);
            }
            if (found.isPresent() && found.get().phase().isOfLoad()) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s holds an unfinished load; repeat its command, then absorb"
                                .formatted(storage.location()));
            }
            Leftovers.delete(storage, found, false);
            Manifest manifest = found.orElseGet(Absorption::empty);
            Absorption absorption =
                    new Absorption(
                            storage,
                            options,
                            progress,
                            events,
                            demand,
                            order,
                            syncThreads,
                            pools,
                            elsewhere,
                            lock,
                            manifest);
            absorption.goOn();
            return absorption;
        } catch (Throwable failure) {
            lock.close();
            throw failure;
        }
    }

    private void goOn() throws IOException {
        if (manifest.phase() == Manifest.Phase.ABSORBING) {
            for (FileEntry run : manifest.runs()) {
                try (BlockFile file = BlockFile.open(storage, run)) {
                    rowsResumed += file.linkRows() + file.nodeRows();
                }
            }
        }
        build();
    }

    /** Rows that an interrupted absorption had staged and {@link #begin} has built. */
    public long rowsResumed() {
        return rowsResumed;
    }

    private static Manifest empty() {
        Bucket all = new Bucket(0, 0, Bucket.State.BUILT, null, 0);
        return new Manifest(
                0, false, 0, Manifest.Phase.COMPLETE, "", List.of(all), List.of(), List.of());
    }

    /**
     * Adds {@code rows} to the store, durably; returns how many they were. Where there was no store
     * there is one then, also without rows. Costs one sort and one write of them.
     */
    public long stage(OnlineRows rows) throws IOException {
        if (manifest.phase() != Manifest.Phase.COMPLETE) {
            throw new IllegalStateException("rows that were absorbed before are still to be built");
        }
        demand.begin(manifest.borders());
        List<FileEntry> runs = new ArrayList<>();
        long links;
        long nodes;
        try {
            RowPool pool = pools.take(MemoryPlan.of(options).poolBytes());
            links = new Staging(RowKind.LINK, 0, pool, runs).run(rows::links);
            nodes = new Staging(RowKind.NODE, 1, pool, runs).run(rows::nodes);
            pools.giveBack(pool);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        long count = links + nodes;
        if (count == 0 && manifest.version() > 0) {
            return 0;
        }
        try (Publisher publisher = publisher()) {
            publisher.commit(
                    old -> count == 0 ? Manifests.ofLoad(old, loadNumber()) : absorbing(old, runs));
            manifest = publisher.manifest();
        }
        return count;
    }

    private Manifest absorbing(Manifest old, List<FileEntry> runs) throws IOException {
        Manifest next = Manifests.withRuns(Manifests.ofLoad(old, loadNumber()), runs);
        // No border is cut anew, so that those for a cold store elsewhere are the same.
        next = TouchedBuckets.in(storage, next).staged(next);
        return Manifests.withPhase(next, Manifest.Phase.ABSORBING);
    }

    /** Builds the buckets that the absorbed rows touch; nothing where that was done. */
    public void build() throws IOException {
        if (manifest.phase() != Manifest.Phase.ABSORBING) {
            return;
        }
        if (elsewhere.isPresent()) {
            manifest = elsewhere.get().absorbed(manifest, progress, demand, order);
            return;
        }
        try (Publisher publisher = publisher()) {
            build(publisher, storage, options, progress, events, demand, order, pools);
            manifest = publisher.manifest();
        }
    }

    /**
     * Builds what an interrupted absorption left to build, and returns the manifest after it. To be
     * called with the store's lock held.
     */
    static Optional<Manifest> finish(
            Storage storage,
            Optional<Manifest> found,
            LoadOptions options,
            LoadEvents events,
            Supplier<Workers> workers)
            throws IOException {
        if (found.isEmpty() || found.get().phase() != Manifest.Phase.ABSORBING) {
            return found;
        }
        Leftovers.delete(storage, found, false);
        try (Publisher publisher = new Publisher(storage, found.get(), events, workers.get())) {
            build(
                    publisher,
                    storage,
                    options,
                    new LoadProgress(),
                    events,
                    new Demand(),
                    BuildOrder.DEMAND_FIRST,
                    new Pools());
            return Optional.of(publisher.manifest());
        }
    }

    /** Builds segments of all that is not built, and drops the runs. */
    static void build(
            Publisher publisher,
            Storage storage,
            LoadOptions options,
            LoadProgress progress,
            LoadEvents events,
            Demand demand,
            BuildOrder order,
            Pools pools)
            throws IOException {
        Manifest begun = publisher.manifest();
        demand.begin(begun.borders());
        MemoryPlan memory = MemoryPlan.of(options);
        LoadState state = new LoadState(begun.loadNumber(), 0, options, memory, progress, events);
        new Builder(state, pools, storage, publisher, demand, order).run();
        publisher.commit(Manifests::complete);
    }

    private Publisher publisher() {
        return new Publisher(storage, manifest, events, workers(syncThreads));
    }

    private static Workers workers(int syncThreads) {
        return syncThreads == 0 ? Workers.inCaller() : Workers.of("sync", syncThreads);
    }

    /** Names of files are used once, so an absorption counts as a load. */
    private int loadNumber() {
        return manifest.loadNumber() + 1;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    private interface Rows {
        void appendTo(RowSink sink) throws IOException;
    }

    /** The rows of one kind on their way into runs. */
    private final class Staging {
        private final RowKind kind;
        private final ChunkId id;
        private final RowPool pool;
        private final List<FileEntry> runs;
        private final RunWriter writer;
        private int part;
        private long count;

        Staging(RowKind kind, int number, RowPool pool, List<FileEntry> runs) {
            this.kind = kind;
            this.id = new ChunkId(number, 0);
            this.pool = pool;
            this.runs = runs;
            Borders buckets = manifest.borders();
            this.writer = new RunWriter(storage, buckets, buckets);
            pool.onFull(this::overflow);
            pool.reset(buckets);
        }

        long run(Rows rows) throws IOException {
            rows.appendTo(pool);
            if (!pool.isEmpty()) {
                writeRun();
            }
            return count;
        }

        private void overflow(RowPool full) {
            try {
                writeRun();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            full.clear();
        }

        private void writeRun() throws IOException {
            ChunkSpan span = new ChunkSpan(id, 0, 0, 0, pool.rows(), 0, true);
            String name = StoreFiles.run(loadNumber(), id, part++);
            RunWriter.Written run =
                    writer.write(pool, kind, name, new RunMeta(0, part, true, false, span));
            count += run.rows();
            runs.add(run.file().publish());
            progress.rowsStaged.add(run.rows());
            progress.runBytes.add(run.file().lengthBytes());
        }
    }
}
