package sluice.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sluice.ingest.ChunkQueue;
import sluice.ingest.ChunkSpan;
import sluice.ingest.DictionaryNames;
import sluice.ingest.Source;
import sluice.ingest.SourceFile;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.RowKind;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Bucket;
import sluice.store.Dictionary;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.NameFile;

/**
 * One load of a source into a store, from its files to built segments; goes on where an interrupted
 * one of the same identity stopped.
 *
 * <p>Promises: the segments depend on the source and the options alone, not on threads, memory,
 * chunk size or interruptions; every state on disk is a store that can be read; memory stays within
 * {@link LoadOptions#memoryBytes}. Cost: one pass over the source (two where it has names), one
 * write and one read of its rows as runs, one write as segments.
 */
public final class Load {
    private static final long CHUNK_BYTES_MAX = 64L << 20;
    private static final int SYNC_THREADS = 2;
    private static final long SAMPLE_BYTES = 4L << 20;

    /** How much larger packed text is taken to be once it is unpacked. */
    private static final int UNPACKED_RATIO = 4;

    /** What standard input is taken to be, in bytes. */
    private static final long UNKNOWN_BYTES = 1L << 30;

    private final Storage storage;
    private final Source source;
    private final LoadOptions options;
    private final MemoryPlan memory;
    private final LoadProgress progress;
    private final LoadEvents events;
    private final Demand demand;
    private final int syncThreads;

    private Load(
            Storage storage,
            Source source,
            LoadOptions options,
            MemoryPlan memory,
            LoadProgress progress,
            LoadEvents events,
            Demand demand,
            int syncThreads) {
        this.storage = storage;
        this.source = source;
        this.options = options;
        this.memory = memory;
        this.progress = progress;
        this.events = events;
        this.demand = demand;
        this.syncThreads = syncThreads;
    }

    /**
     * Loads {@code source} into the store in {@code storage}, which is made where there is none.
     */
    public static LoadResult run(
            Storage storage,
            Source source,
            LoadOptions options,
            LoadProgress progress,
            LoadEvents events,
            Demand demand)
            throws IOException {
        MemoryPlan memory = MemoryPlan.of(options);
        return new Load(storage, source, options, memory, progress, events, demand, SYNC_THREADS)
                .runLocked();
    }

    /**
     * As {@link #run}, with all file work in the calling thread, so that a test sees one order of
     * it.
     */
    static LoadResult runInCaller(
            Storage storage,
            Source source,
            LoadOptions options,
            MemoryPlan memory,
            LoadEvents events)
            throws IOException {
        return new Load(
                        storage,
                        source,
                        options.withThreads(1),
                        memory,
                        new LoadProgress(),
                        events,
                        new Demand(),
                        0)
                .runLocked();
    }

    /** As {@link #run}, with pools that a test chooses, so that little input overflows them. */
    static LoadResult runWith(
            Storage storage,
            Source source,
            LoadOptions options,
            MemoryPlan memory,
            LoadProgress progress,
            LoadEvents events)
            throws IOException {
        return new Load(
                        storage,
                        source,
                        options,
                        memory,
                        progress,
                        events,
                        new Demand(),
                        SYNC_THREADS)
                .runLocked();
    }

    /**
     * Gives up the unfinished load of the store in {@code storage} and returns the store to what it
     * was before it: the rows so far are dropped. Refuses once all rows are in the store. What is
     * left behind by a try that ended before its first chunk is removed as well.
     */
    public static Abandoned abandon(Storage storage) throws IOException {
        try (Closeable _ = lock(storage)) {
            return Abandonment.run(storage);
        }
    }

    private LoadResult runLocked() throws IOException {
        refuseOtherFiles();
        try (Closeable _ = lock(storage)) {
            return run();
        }
    }

    private static Closeable lock(Storage storage) throws IOException {
        return storage.lock(StoreFiles.LOCK)
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.STORE,
                                        "another load is writing to %s; wait for it, or stop it"
                                                .formatted(storage.location())));
    }

    /**
     * A load deletes what it takes for leftovers, so a directory that is no store is left alone.
     */
    private void refuseOtherFiles() throws IOException {
        List<String> names = storage.list();
        if (names.contains(Manifest.FILE_NAME)) {
            return;
        }
        for (String name : names) {
            if (!StoreFiles.isOfStore(name)) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s is not a store and holds other files, such as %s; name a new or empty directory"
                                .formatted(storage.location(), name));
            }
        }
    }

    private LoadResult run() throws IOException {
        progress.bytesTotal.set(source.bytesTotal());
        Optional<Manifest> found = ManifestFile.read(storage);
        LoadIdentity identity = LoadIdentity.of(source, options, bucketBytes());
        boolean resumed = false;
        if (found.isPresent()) {
            Manifest manifest = found.get();
            LoadIdentity before = LoadIdentity.parse(manifest.loadIdentity());
            boolean complete = manifest.phase() == Manifest.Phase.COMPLETE;
            if (before.sameAs(identity, options.chunkBytes()) && complete) {
                deleteLeftovers(found, true);
                return result(manifest, true, true, List.of());
            }
            if (!complete && !before.sameAs(identity, options.chunkBytes())) {
                throw before.mismatch(
                        identity,
                        options.chunkBytes(),
                        manifest.phase() == Manifest.Phase.STAGING,
                        storage.location());
            }
            resumed = !complete;
            checkIdKind(manifest, resumed);
        }
        deleteLeftovers(found, resumed);
        Manifest begun = found.isPresent() && resumed ? found.get() : begin(found, identity);
        return finish(begun, LoadIdentity.parse(begun.loadIdentity()), resumed);
    }

    /** Everything before the first chunk: names, sample, buckets, and a manifest that says so. */
    private Manifest begin(Optional<Manifest> before, LoadIdentity identity) throws IOException {
        int loadNumber = before.map(Manifest::loadNumber).orElse(0) + 1;
        List<FileEntry> dictionaries = before.map(Manifest::dictionaries).orElse(List.of());
        long nameChunkBytes = options.chunkBytes() > 0 ? options.chunkBytes() : CHUNK_BYTES_MAX;
        LoadState state = state(loadNumber, identity.withChunkBytes(nameChunkBytes));
        dictionaries = new NameStage(state, storage, source, nameChunkBytes).run(dictionaries);
        progress.enter(LoadProgress.Phase.PLAN);

        SampleRows sample = new SampleRows();
        Source.Sample read;
        try (Dictionary dictionary = Dictionary.open(storage, NameFile.of(dictionaries));
                DictionaryNames names = new DictionaryNames(dictionary)) {
            read =
                    source.sample(
                            SAMPLE_BYTES, names, sample, (line, offset, column, cause, row) -> {});
        }
        long inputBytes = inputBytes();
        double expansion = sample.totalBytes() / (double) Math.max(1, read.bytesRead());
        long chunkBytes =
                options.chunkBytes() > 0
                        ? options.chunkBytes()
                        : memory.chunkBytes(
                                inputBytes, expansion, options.threads(), CHUNK_BYTES_MAX);

        BucketPlanner planner = new BucketPlanner(sample);
        List<Bucket> buckets =
                before.isEmpty()
                        ? newBuckets(planner.plan(inputBytes, identity.bucketBytes()))
                        : extendedBuckets(
                                planner, before.get(), inputBytes, identity.bucketBytes());
        Manifest manifest =
                new Manifest(
                        before.map(Manifest::version).orElse(0L) + 1,
                        source.hasIdNames(),
                        loadNumber,
                        Manifest.Phase.STAGING,
                        identity.withChunkBytes(chunkBytes).text(),
                        buckets,
                        List.of(),
                        dictionaries);
        if (before.isPresent()) {
            ManifestFile.publish(storage, StoreFiles.before(loadNumber), before.get());
        }
        storage.syncDirectory();
        ManifestFile.publish(storage, manifest);
        NameStage.deleteRuns(storage);
        return manifest;
    }

    private LoadResult finish(Manifest begun, LoadIdentity identity, boolean resumed)
            throws IOException {
        LoadState state = state(begun.loadNumber(), identity);
        Borders borders = begun.borders();
        demand.begin(borders);
        try (Pools pools = new Pools(memory.poolBytes());
                Publisher publisher = new Publisher(storage, begun, events, syncWorkers())) {
            events.published(begun);
            if (begun.phase() == Manifest.Phase.STAGING) {
                stage(state, identity, borders, publisher, pools);
                publisher.commit(this::atUptime);
            } else {
                noteStaged(StagedRuns.chunks(storage, begun.runs()));
            }
            List<RunMeta> chunks = StagedRuns.chunks(storage, publisher.manifest().runs());
            deleteStagingFiles(state.loadNumber());
            events.uptime();
            progress.enter(LoadProgress.Phase.BUILD);
            new Builder(state, pools, storage, publisher, demand, BuildOrder.DEMAND_FIRST).run();
            publisher.commit(
                    old ->
                            Manifests.withoutRuns(
                                    Manifests.withPhase(old, Manifest.Phase.COMPLETE)));
            progress.enter(LoadProgress.Phase.DONE);
            return result(publisher.manifest(), resumed, false, chunks);
        }
    }

    /** Counts the chunks that an interrupted try had staged. */
    private void noteStaged(List<RunMeta> chunks) {
        progress.chunksResumed.add(chunks.size());
        for (RunMeta chunk : chunks) {
            progress.rowsRead.add(chunk.span().rows());
            progress.rowsRejected.add(chunk.span().rejected());
        }
    }

    /** Removes what only a load that still stages, or is abandoned, would need. */
    private void deleteStagingFiles(int loadNumber) throws IOException {
        RejectLedger.deleteChunks(storage, loadNumber);
        if (storage.list().contains(StoreFiles.before(loadNumber))) {
            storage.delete(StoreFiles.before(loadNumber));
        }
    }

    /** Stages the chunks that no run holds yet. */
    private void stage(
            LoadState state,
            LoadIdentity identity,
            Borders borders,
            Publisher publisher,
            Pools pools)
            throws IOException {
        StagedRuns staged = StagedRuns.adopt(storage, state.loadNumber(), state.loadKey());
        if (!staged.files().isEmpty() || !publisher.manifest().runs().isEmpty()) {
            publisher.commit(old -> Manifests.withRuns(Manifests.withoutRuns(old), staged.files()));
        }
        staged.deleteIncomplete(storage);
        noteStaged(StagedRuns.chunks(storage, staged.files()));
        progress.enter(LoadProgress.Phase.STAGE);
        RejectLog rejects = new RejectLog(options, source, staged.spans());
        Borders stripes = stripes(borders, publisher.manifest());
        try (Dictionary dictionary =
                Dictionary.open(storage, NameFile.of(publisher.manifest().dictionaries()))) {
            StageWith stager =
                    queue -> {
                        progress.reading(queue);
                        new Stager(
                                        state,
                                        pools,
                                        storage,
                                        queue,
                                        borders,
                                        stripes,
                                        dictionary,
                                        rejects,
                                        publisher)
                                .run();
                        return queue.bytesRead();
                    };
            if (options.dangling() == LoadOptions.Dangling.ACCEPT) {
                try (ChunkQueue all =
                        ChunkQueue.open(source, identity.chunkBytes(), staged.spans())) {
                    stager.stage(all);
                }
            } else {
                stageInTurn(identity.chunkBytes(), staged.spans(), rejects, stager);
            }
        }
        rejects.endOfSource();
        rejects.writeLedger(storage, state.loadNumber());
    }

    private interface StageWith {
        /** Stages the chunks of {@code queue} and returns how many bytes it read. */
        long stage(ChunkQueue queue) throws IOException;
    }

    /** Stages all nodes, then the links, whose ends are looked up among the nodes. */
    private void stageInTurn(
            long chunkBytes, List<ChunkSpan> done, RejectLog rejects, StageWith stager)
            throws IOException {
        long bytesRead;
        try (ChunkQueue nodes = ChunkQueue.open(source, RowKind.NODE, 0, chunkBytes, done)) {
            bytesRead = stager.stage(nodes);
        }
        try (DeclaredNodes declared = DeclaredNodes.open(storage);
                ChunkQueue links =
                        ChunkQueue.open(source, RowKind.LINK, bytesRead, chunkBytes, done)) {
            rejects.checkLinks(declared);
            stager.stage(links);
        }
    }

    /** A finer division than the buckets, from the same sample of rows. */
    private Borders stripes(Borders borders, Manifest manifest) throws IOException {
        SampleRows sample = new SampleRows();
        try (Dictionary dictionary =
                        Dictionary.open(storage, NameFile.of(manifest.dictionaries()));
                DictionaryNames names = new DictionaryNames(dictionary)) {
            source.sample(SAMPLE_BYTES, names, sample, (line, offset, column, cause, row) -> {});
        }
        return new BucketPlanner(sample).stripes(borders);
    }

    /** All rows are in runs: buckets without new ones are built as they are. */
    private Manifest atUptime(Manifest old) throws IOException {
        Set<Integer> touched = touchedBuckets(old);
        Manifest next =
                Manifests.withBuckets(
                        old,
                        i -> {
                            Bucket bucket = old.buckets().get(i);
                            return touched.contains(i)
                                    ? bucket
                                    : bucket.withState(Bucket.State.BUILT);
                        });
        return Manifests.withPhase(next, Manifest.Phase.BUILDING);
    }

    private Set<Integer> touchedBuckets(Manifest manifest) throws IOException {
        Set<Integer> touched = new HashSet<>();
        for (FileEntry entry : manifest.runs()) {
            try (BlockFile run = BlockFile.open(storage, entry)) {
                for (int bucket = 0; bucket < run.slices(); bucket++) {
                    if (run.sliceBegin(bucket) < run.sliceEnd(bucket)) {
                        touched.add(bucket);
                    }
                }
            }
        }
        return touched;
    }

    private static List<Bucket> newBuckets(Borders borders) {
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < borders.count(); i++) {
            buckets.add(new Bucket(borders.id1(i), borders.id2(i), Bucket.State.STAGED, null, 0));
        }
        return buckets;
    }

    private static List<Bucket> extendedBuckets(
            BucketPlanner planner, Manifest before, long inputBytes, long bucketBytes) {
        Borders old = before.borders();
        Borders borders = planner.extend(before.buckets(), old, inputBytes, bucketBytes);
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < borders.count(); i++) {
            Bucket from = before.buckets().get(old.find(borders.id1(i), borders.id2(i)));
            buckets.add(
                    new Bucket(
                            borders.id1(i),
                            borders.id2(i),
                            Bucket.State.STAGED,
                            from.segment(),
                            0));
        }
        return buckets;
    }

    /**
     * Removes what an earlier try left and this one does not go on from.
     *
     * @param begun whether the manifest is of this load rather than of an earlier one
     */
    private void deleteLeftovers(Optional<Manifest> found, boolean begun) throws IOException {
        // What the manifest does not list may go only once it is the manifest for good.
        storage.syncDirectory();
        Set<String> kept = new HashSet<>();
        found.ifPresent(manifest -> manifest.files().forEach(file -> kept.add(file.name())));
        for (String name : storage.list()) {
            boolean temporary = name.endsWith(StorageFiles.TEMPORARY_SUFFIX);
            boolean ours = StoreFiles.isDisposable(name) && !kept.contains(name);
            if (temporary || (ours && !isResumable(name, begun ? found : Optional.empty()))) {
                storage.delete(name);
            }
        }
    }

    /** Names matter until a load has its first manifest, runs and rejected rows until uptime. */
    private static boolean isResumable(String name, Optional<Manifest> begun) {
        if (begun.isEmpty()) {
            return name.startsWith(StoreFiles.NAMES_PREFIX);
        }
        int loadNumber = begun.get().loadNumber();
        return begun.get().phase() == Manifest.Phase.STAGING
                && (name.startsWith(StoreFiles.runPrefix(loadNumber))
                        || name.startsWith(StoreFiles.rejectPrefix(loadNumber))
                        || name.equals(StoreFiles.before(loadNumber)));
    }

    private void checkIdKind(Manifest manifest, boolean resumed) {
        if (!resumed && manifest.idNames() != source.hasIdNames()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    manifest.idNames()
                            ? "the ids of this store are names in groups, those of the source are numbers; give the id columns a group in a mapping"
                            : "the ids of this store are numbers, those of the source are names; load it into a store of its own");
        }
    }

    private LoadResult result(
            Manifest manifest, boolean resumed, boolean already, List<RunMeta> chunks)
            throws IOException {
        long rowsRead = 0;
        long rowsRejected = 0;
        for (RunMeta chunk : chunks) {
            rowsRead += chunk.span().rows();
            rowsRejected += chunk.span().rejected();
        }
        String ledger = StoreFiles.ledger(manifest.loadNumber());
        long nodes = 0;
        long links = 0;
        long bytes = 0;
        Set<FileEntry> segments = new HashSet<>();
        for (Bucket bucket : manifest.buckets()) {
            if (bucket.segment() != null && segments.add(bucket.segment())) {
                try (BlockFile segment = BlockFile.open(storage, bucket.segment())) {
                    nodes += segment.nodeRows();
                    links += segment.linkRows();
                    bytes += segment.lengthBytes();
                }
            }
        }
        return new LoadResult(
                resumed,
                already,
                rowsRead,
                rowsRejected,
                storage.list().contains(ledger) ? ledger : "",
                nodes,
                links,
                bytes,
                DanglingReport.of(source, chunks));
    }

    private LoadState state(int loadNumber, LoadIdentity identity) {
        return new LoadState(loadNumber, identity.key(), options, memory, progress, events);
    }

    private Workers syncWorkers() {
        return syncThreads == 0 ? Workers.inCaller() : Workers.of("sync", syncThreads);
    }

    private long bucketBytes() {
        return options.bucketBytes() > 0
                ? options.bucketBytes()
                : BucketPlanner.bucketBytes(inputBytes());
    }

    private long inputBytes() {
        long total = 0;
        for (SourceFile file : source.files()) {
            long length = file.lengthBytes() < 0 ? UNKNOWN_BYTES : file.lengthBytes();
            total += file.codec() == SourceFile.Codec.PLAIN ? length : length * UNPACKED_RATIO;
        }
        return total;
    }
}
