package sluice.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
import sluice.dictionary.TrailIds;
import sluice.ingest.Source;
import sluice.load.build.Builder;
import sluice.load.build.TouchedBuckets;
import sluice.load.files.Leftovers;
import sluice.load.files.LoadLock;
import sluice.load.files.Manifests;
import sluice.load.files.RunMeta;
import sluice.load.files.StoreFiles;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.Forecast;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadStart;
import sluice.load.job.LoadState;
import sluice.load.job.MemoryPlan;
import sluice.load.job.Pools;
import sluice.load.job.Publisher;
import sluice.load.plan.ChunkRule;
import sluice.load.plan.InputSize;
import sluice.load.plan.LoadPlan;
import sluice.load.plan.SourceSample;
import sluice.load.plan.StageSample;
import sluice.load.reject.RejectLedger;
import sluice.load.reject.RejectLog;
import sluice.load.remote.RemoteBuilder;
import sluice.load.remote.RemoteStore;
import sluice.load.stage.ChunkStager;
import sluice.load.stage.NameStage;
import sluice.load.stage.StageTurns;
import sluice.load.stage.StagedChunks;
import sluice.load.stage.StagedRuns;
import sluice.load.stage.Stager;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.Schema;
import sluice.segment.Borders;
import sluice.segment.IndexKeys;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageErrors;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreSchema;
import sluice.store.packed.RunPacking;

/**
 * One load of a source into a store, from its files to built segments; goes on where an interrupted
 * one of the same identity stopped.
 *
 * <p>Promises: the segments depend on the source and the options alone, not on threads, memory,
 * chunk size or interruptions; every state on disk is a store that can be read; memory stays within
 * {@link LoadOptions#memoryBytes}. Cost: one pass over the source (two where it has names and they
 * are not those of facts), one write and one read of its rows as runs, one write as segments.
 */
public final class Load {
    private final Job job;
    private final Storage storage;

    /** The source; once the load has a number it is bound to that and to the schema. */
    private Source source;

    private final LoadOptions options;
    private MemoryPlan memory;
    private final LoadProgress progress;
    private final LoadEvents events;
    private final Demand demand;
    private final BuildOrder order;
    private final Optional<RemoteStore> remote;
    private final Pools pools;

    /** What this try decided its buckets from; empty where an earlier one did. */
    private Optional<SourceSample> firstSample = Optional.empty();

    private Forecast.ChunksChosenBy chunksChosenBy = Forecast.ChunksChosenBy.EARLIER_TRY;

    /** Null before staging. */
    private @Nullable Forecast forecast;

    private Load(Job job, Source source) {
        this.job = job;
        this.source = source;
        this.storage = job.storage();
        this.options = job.options();
        this.memory = job.memory();
        this.progress = job.progress();
        this.events = job.events();
        this.demand = job.demand();
        this.order = job.order();
        this.remote = job.remote();
        this.pools = job.pools();
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
        LoadOptions fitting = MemoryPlan.fitting(options);
        return run(Job.of(storage, fitting, progress, events, demand), source);
    }

    /** The schema of a new store into which {@code sources} were loaded, one after the other. */
    public static Schema schemaOf(List<Source> sources) {
        return LoadSchema.ofAll(sources).schema();
    }

    /** Loads {@code source} as {@code job} says. */
    public static LoadResult run(Job job, Source source) throws IOException {
        return new Load(job, source).runLocked();
    }

    /**
     * Gives up the unfinished load of the store in {@code storage} and returns the store to what it
     * was before it: the rows so far are dropped. Refuses once all rows are in the store. What is
     * left behind by a try that ended before its first chunk is removed as well.
     */
    public static Abandoned abandon(Storage storage) throws IOException {
        LoadLock.refuseOtherFiles(storage);
        try (Closeable _ = LoadLock.take(storage)) {
            return Abandonment.run(storage);
        }
    }

    private LoadResult runLocked() throws IOException {
        LoadLock.refuseOtherFiles(storage);
        try (Closeable _ = LoadLock.take(storage)) {
            return run();
        } catch (IOException e) {
            if (StorageErrors.isDiskFull(e)) {
                throw diskFull(e);
            }
            throw e;
        }
    }

    private SluiceException diskFull(IOException cause) {
        return new SluiceException(
                ErrorCode.RESOURCE,
                "%s is full: %s; the load needs about %d MiB more there; make room, then repeat the command to go on"
                        .formatted(
                                storage.location(), cause.getMessage(), (missingBytes() >> 20) + 1),
                cause);
    }

    /**
     * What the rest of the runs and the segments will take, by what this and earlier tries wrote.
     */
    private long missingBytes() {
        LoadProgress.Phase phase = progress.phase();
        boolean staged = phase == LoadProgress.Phase.BUILD || phase == LoadProgress.Phase.DONE;
        // Bytes are counted as they are read, rows once they are in a run.
        Forecast expected = forecast;
        double rows = expected == null ? 0 : expected.rows();
        double done = staged ? 1 : Math.min(1, progress.rowsRead() / Math.max(1, rows));
        long runs = progress.runBytes() + progress.runBytesFound.sum();
        double allRuns = done > 0 && runs > 0 ? runs / done : InputSize.of(source);
        long segments = progress.segmentBytes() + progress.segmentBytesFound.sum();
        // Segments take what runs take, or what those that are built foretell.
        double merged = progress.rowsMerged() / (double) Math.max(1, progress.rowsToBuild());
        double built = merged > 0 ? progress.segmentBytes() / merged : 0;
        double allSegments = Math.max(allRuns, progress.segmentBytesFound.sum() + built);
        return (long) (Math.max(0, allRuns - runs) + Math.max(0, allSegments - segments));
    }

    private LoadResult run() throws IOException {
        progress.begin();
        progress.bytesTotal.set(source.bytesTotal());
        refuseChecksOfFacts(source, options);
        LoadIdentity identity =
                LoadIdentity.of(
                        source,
                        options,
                        LoadPlan.bucketBytes(source, options),
                        remote.map(RemoteStore::location));
        Optional<Manifest> found = ManifestFile.read(storage);
        found =
                remote.isEmpty()
                        ? Absorption.finish(job.before(), found)
                        : new Consolidation(job).beforeLoad(found, identity);
        LoadStart start = LoadStart.of(found, identity, source, options, storage.location());
        boolean resumed = start == LoadStart.RESUME;
        if (start == LoadStart.NOTHING) {
            Leftovers.delete(storage, found, true);
            return summary().of(found.orElseThrow(), true, true, StagedChunks.NONE, 0, List.of());
        }
        Leftovers.delete(storage, found, resumed);
        if (remote.isPresent()) {
            remote.get().name(storage);
        }
        memory = Beginning.withRoomForIndexes(job, source, found).memory();
        Manifest begun =
                found.isPresent() && resumed ? goOn(found.get(), identity) : begin(found, identity);
        return finish(begun, LoadIdentity.parse(begun.loadIdentity()), resumed);
    }

    /** Facts declare no nodes: all their links would have ends that no node row declares. */
    static void refuseChecksOfFacts(Source source, LoadOptions options) {
        if (source.hasFacts() && options.dangling() != LoadOptions.Dangling.ACCEPT) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "dangling: %s asks for rows of nodes, and statements of RDF have none; load without it"
                            .formatted(options.dangling().name().toLowerCase(Locale.ROOT)));
        }
    }

    /** The manifest says what the load is from now on before a chunk is staged by it. */
    private Manifest goOn(Manifest before, LoadIdentity asked) throws IOException {
        LoadIdentity begun = LoadIdentity.parse(before.loadIdentity());
        String identity = asked.withChunkBytes(begun.chunkBytes()).text();
        if (identity.equals(before.loadIdentity())) {
            return before;
        }
        Manifest changed = Manifests.withLoadIdentity(before, identity);
        ManifestFile.publish(storage, changed);
        return changed;
    }

    /** Everything before the first chunk: names, sample, buckets, and a manifest that says so. */
    private Manifest begin(Optional<Manifest> before, LoadIdentity identity) throws IOException {
        Beginning begun =
                Beginning.of(
                        job.with(memory),
                        source,
                        before,
                        identity,
                        (plan, _) -> plan.chunks(),
                        null);
        source = begun.source();
        firstSample = Optional.of(begun.sample());
        chunksChosenBy = begun.chunks().by();
        Manifest manifest = begun.manifest();
        storage.syncDirectory();
        ManifestFile.publish(storage, manifest);
        if (begun.chunks().chunkBytes() != LoadPlan.nameChunkBytes(source, options)) {
            NameStage.deleteRuns(storage);
        }
        return manifest;
    }

    private LoadResult finish(Manifest begun, LoadIdentity identity, boolean resumed)
            throws IOException {
        source = source.bound(StoreSchema.read(storage, begun).schema(), begun.loadNumber());
        LoadState state = state(begun.loadNumber(), identity);
        Borders borders = begun.borders();
        demand.begin(borders);
        try (Publisher publisher = AbsorbedBuild.publisher(job, begun)) {
            events.published(begun);
            if (begun.phase() == Manifest.Phase.STAGING) {
                stage(state, identity, borders, publisher);
                publisher.commit(this::atUptime);
            } else {
                noteStaged(StagedRuns.chunks(storage, begun.runs()), begun.runs());
                progress.segmentBytesFound.add(segmentBytes(begun));
            }
            StagedChunks staged = StagedChunks.of(storage, publisher.manifest().runs());
            deleteStagingFiles(publisher.manifest());
            progress.uptime();
            events.uptime();
            progress.enter(LoadProgress.Phase.BUILD);
            List<DuplicateValues> duplicates = build(state, publisher);
            progress.enter(LoadProgress.Phase.DONE);
            long storeBytesMax = publisher.storeBytesMax();
            return summary()
                    .of(publisher.manifest(), resumed, false, staged, storeBytesMax, duplicates);
        }
    }

    /** Returns what unique predicates have several nodes of one value. */
    private List<DuplicateValues> build(LoadState state, Publisher publisher) throws IOException {
        Manifest staged = publisher.manifest();
        if (remote.isPresent()) {
            new RemoteBuilder(state, storage, staged, remote.get(), demand, order).run();
            return UniqueValues.notCompared(storage, staged, "the cold store has no indexes");
        }
        new Builder(state, pools, storage, publisher, demand, order).run();
        Manifest built = publisher.manifest();
        if (options.onConflict() == LoadOptions.OnConflict.FAIL) {
            SchemaConflict.refuse(SchemaConflict.in(storage, built));
        }
        List<DuplicateValues> duplicates = UniqueValues.in(storage, built, memory.indexBytes());
        if (options.onDuplicate() == LoadOptions.OnConflict.FAIL) {
            DuplicateValues.refuse(duplicates);
        }
        publisher.commit(Manifests::complete);
        return duplicates;
    }

    private Manifest atUptime(Manifest staged) throws IOException {
        TouchedBuckets touched =
                remote.isPresent()
                        ? TouchedBuckets.remote(storage, staged)
                        : TouchedBuckets.in(storage, staged);
        return Manifests.withPhase(touched.staged(staged), Manifest.Phase.BUILDING);
    }

    /** Bytes of the segments that this load has built so far. */
    private static long segmentBytes(Manifest manifest) {
        String prefix = StoreFiles.segmentPrefix(manifest.loadNumber());
        return manifest.blockFiles().stream()
                .filter(file -> file.name().startsWith(prefix))
                .mapToLong(FileEntry::lengthBytes)
                .sum();
    }

    /** Counts the chunks that an interrupted try had staged, and their runs. */
    private void noteStaged(List<RunMeta> chunks, List<FileEntry> runs) {
        progress.runBytesFound.add(runs.stream().mapToLong(FileEntry::lengthBytes).sum());
        progress.chunksResumed.add(chunks.size());
        for (RunMeta chunk : chunks) {
            progress.rowsRead.add(chunk.span().rows());
            progress.rowsRejected.add(chunk.span().rejected());
        }
    }

    /** Removes what only a load that still stages, or is abandoned, would need. */
    private void deleteStagingFiles(Manifest manifest) throws IOException {
        int loadNumber = manifest.loadNumber();
        RejectLedger.deleteChunks(storage, loadNumber);
        if (storage.list().contains(StoreFiles.before(loadNumber))) {
            storage.delete(StoreFiles.before(loadNumber));
        }
        LoadSchema.deleteOthers(storage, manifest);
        NameStage.deleteRuns(storage);
    }

    /** Stages the chunks that no run holds yet. */
    private void stage(LoadState state, LoadIdentity identity, Borders borders, Publisher publisher)
            throws IOException {
        StagedRuns staged = StagedRuns.adopt(storage, state.loadNumber(), state.loadKey());
        if (!staged.files().isEmpty() || !publisher.manifest().runs().isEmpty()) {
            publisher.commit(old -> Manifests.withRuns(Manifests.withoutRuns(old), staged.files()));
        }
        staged.deleteIncomplete(storage);
        noteStaged(StagedRuns.chunks(storage, staged.files()), staged.files());
        progress.enter(LoadProgress.Phase.STAGE);
        RejectLog rejects = new RejectLog(options, source, staged.spans());
        IndexKeys.@Nullable Maker keys = StoreSchema.keys(storage, publisher.manifest());
        try (Dictionary dictionary =
                Dictionary.open(storage, NameFile.of(publisher.manifest().dictionaries()))) {
            StageSample sample = sample(publisher.manifest(), dictionary, identity.chunkBytes());
            forecast = sample.forecast();
            progress.forecast(forecast);
            ChunkStager.Staging staging =
                    new ChunkStager.Staging(
                            state,
                            storage,
                            borders,
                            sample.stripes(),
                            sample.poolBytes(),
                            dictionary,
                            new TrailIds(storage, dictionary, Math.max(2, options.threads())),
                            keys,
                            RunPacking.NONE);
            StageTurns.Stage stage =
                    queue -> {
                        progress.reading(queue);
                        new Stager(staging, pools, queue, rejects, publisher).run();
                        return queue.bytesRead();
                    };
            StageTurns turns =
                    new StageTurns(
                            source,
                            identity.chunkBytes(),
                            staged.spans(),
                            events,
                            publisher,
                            stage);
            if (options.dangling() == LoadOptions.Dangling.ACCEPT) {
                turns.stageAll();
            } else {
                turns.stageNodesThenLinks(storage, rejects);
            }
        }
        rejects.endOfSource();
        rejects.writeLedger(storage, state.loadNumber());
    }

    private StageSample sample(Manifest manifest, Dictionary dictionary, long chunkBytes)
            throws IOException {
        SourceSample sample =
                firstSample.isPresent()
                        ? firstSample.get()
                        : SourceSample.read(source, options, dictionary, progress.nanoClock());
        try {
            return StageSample.of(
                    sample,
                    storage,
                    source,
                    options,
                    manifest,
                    dictionary,
                    new ChunkRule.Choice(chunkBytes, chunksChosenBy));
        } catch (UncheckedIOException e) {
            // The dictionary could not be read for the name of an id.
            throw e.getCause();
        }
    }

    private LoadSummary summary() {
        return new LoadSummary(storage, source, progress, forecast, remote);
    }

    private LoadState state(int loadNumber, LoadIdentity identity) {
        return new LoadState(loadNumber, identity.key(), options, memory, progress, events);
    }
}
