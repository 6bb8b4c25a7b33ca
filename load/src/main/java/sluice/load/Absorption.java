package sluice.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.ingest.fact.DroppedGraphs;
import sluice.load.build.TouchedBuckets;
import sluice.load.files.Leftovers;
import sluice.load.files.LoadLock;
import sluice.load.files.Manifests;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.MemoryPlan;
import sluice.load.job.Publisher;
import sluice.load.stage.RunWriter;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.IndexKeys;
import sluice.segment.RowIndex;
import sluice.segment.RowPool;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreSchema;

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
    private final Job job;
    private final Storage storage;
    private final Optional<Consolidation> elsewhere;
    private final Closeable lock;

    /** Of the store as it is now. */
    private Manifest manifest;

    private long rowsResumed;

    private Absorption(
            Job job, Optional<Consolidation> elsewhere, Closeable lock, Manifest manifest) {
        this.job = job;
        this.storage = job.storage();
        this.elsewhere = elsewhere;
        this.lock = lock;
        this.manifest = manifest;
    }

    /**
     * Takes the lock of the job's store, which is made where there is none, and builds what an
     * interrupted absorption left to build. Refuses while a load is unfinished.
     */
    public static Absorption begin(Job job) throws IOException {
        Storage storage = job.storage();
        LoadLock.refuseOtherFiles(storage);
        Closeable lock = LoadLock.take(storage);
        try {
            Optional<Consolidation> elsewhere = job.remote().map(_ -> new Consolidation(job));
            Optional<Manifest> found = ManifestFile.read(storage);
            if (elsewhere.isPresent()) {
                found = elsewhere.get().ifBuilt(found, job.progress());
            }
            if (found.isPresent() && found.get().phase().isOfLoad()) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s holds an unfinished load; repeat its command, then absorb"
                                .formatted(storage.location()));
            }
            Leftovers.refuseBegunFirstLoad(storage);
            Leftovers.delete(storage, found, false);
            Manifest manifest = found.orElseGet(Absorption::empty);
            Absorption absorption = new Absorption(job, elsewhere, lock, manifest);
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
                try (BlockFile file = BlockFile.openConfined(storage, run)) {
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
        job.demand().begin(manifest.borders());
        List<FileEntry> runs = new ArrayList<>();
        long links;
        long nodes;
        IndexKeys.@Nullable Maker keys = StoreSchema.keys(job.storage(), manifest);
        MemoryPlan memory = AbsorbedBuild.memory(job, keys);
        try {
            RowPool pool = job.pools().take(memory.poolBytes());
            @Nullable RowIndex index = RowIndex.of(keys, memory.indexBytes());
            links = new Staging(RowKind.LINK, 0, pool, index, runs).run(rows::links);
            nodes = new Staging(RowKind.NODE, 1, pool, index, runs).run(rows::nodes);
            job.pools().giveBack(pool);
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
            manifest = elsewhere.get().absorbed(manifest, job.progress());
            return;
        }
        try (Publisher publisher = publisher()) {
            AbsorbedBuild.run(publisher, job);
            manifest = publisher.manifest();
        }
    }

    /**
     * Builds what an interrupted absorption left to build, and returns the manifest after it. To be
     * called with the store's lock held.
     */
    static Optional<Manifest> finish(Job job, Optional<Manifest> found) throws IOException {
        if (found.isEmpty() || found.get().phase() != Manifest.Phase.ABSORBING) {
            return found;
        }
        Leftovers.delete(job.storage(), found, false);
        try (Publisher publisher = AbsorbedBuild.publisher(job, found.get())) {
            AbsorbedBuild.run(publisher, job);
            return Optional.of(publisher.manifest());
        }
    }

    private Publisher publisher() {
        return AbsorbedBuild.publisher(job, manifest);
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

        Staging(
                RowKind kind,
                int number,
                RowPool pool,
                @Nullable RowIndex index,
                List<FileEntry> runs) {
            this.kind = kind;
            this.id = new ChunkId(number, 0);
            this.pool = pool;
            this.runs = runs;
            Borders buckets = manifest.borders();
            this.writer = new RunWriter(storage, buckets, buckets, index);
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
            ChunkSpan span = new ChunkSpan(id, 0, 0, 0, pool.rows(), 0, true, DroppedGraphs.NONE);
            String name = StoreFiles.run(loadNumber(), id, part++);
            RunWriter.Written run =
                    writer.write(pool, kind, name, new RunMeta(0, part, true, false, span));
            count += run.rows();
            runs.add(run.file().publish());
            job.progress().rowsStaged.add(run.rows());
            job.progress().runBytes.add(run.file().lengthBytes());
            job.progress().staged(run.file().rows());
        }
    }
}
