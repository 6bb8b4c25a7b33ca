package sluice.cluster.load;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.cluster.load.place.AttemptStorage;
import sluice.cluster.load.place.ManifestCommit;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.PlanFile;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.cluster.load.plan.TaskCuts;
import sluice.cluster.load.plan.TaskPlan;
import sluice.cluster.load.task.Engine;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.load.Beginning;
import sluice.load.Job;
import sluice.load.LoadResult;
import sluice.load.LoadSummary;
import sluice.load.UniqueValues;
import sluice.load.files.Leftovers;
import sluice.load.files.Manifests;
import sluice.load.files.StoreFiles;
import sluice.load.job.Demand;
import sluice.load.job.Forecast;
import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadStart;
import sluice.load.job.MemoryPlan;
import sluice.load.plan.ChunkRule;
import sluice.load.plan.InputSize;
import sluice.load.plan.LoadPlan;
import sluice.load.plan.SourceSample;
import sluice.load.plan.StageSample;
import sluice.load.stage.NameStage;
import sluice.load.stage.StagedChunks;
import sluice.load.stage.StagedRuns;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.Schema;
import sluice.store.Manifest;
import sluice.store.StoreSchema;

/**
 * A load whose work is cut into tasks of one durable plan, which an engine has done: the same
 * segments, byte by byte, as {@link sluice.load.Load} leaves, whatever the tasks, their attempts
 * and the drivers that took the load over.
 *
 * <p>Tasks collect names, scan, stage and build; the driver alone merges names, reads the sample
 * and commits manifests. A load that was interrupted goes on when its command is repeated: what
 * tasks have published is not made again.
 */
public final class ClusterLoad {
    /** The load that a command asks for, whatever the place holds. */
    private record Asked(SourceRecipe recipe, Source source, LoadIdentity identity) {
        static Asked of(SourceRecipe recipe, StorePlace place, LoadOptions options)
                throws IOException {
            Source source = recipe.open(place.settings());
            long bucketBytes = LoadPlan.bucketBytes(source, options);
            return new Asked(
                    recipe,
                    source,
                    LoadIdentity.of(source, options, bucketBytes, Optional.empty()));
        }
    }

    private final StorePlace place;
    private final Asked asked;
    private final Source source;
    private final Engine engine;
    private final ClusterSettings settings;
    private final ManifestCommit commit;
    private final AttemptStorage storage;
    private Job job;

    /** The sample that this driver decided the buckets from; empty where an earlier one did. */
    private Optional<SourceSample> sample = Optional.empty();

    private ClusterLoad(
            StorePlace place,
            Asked asked,
            Engine engine,
            ClusterSettings settings,
            ManifestCommit commit,
            AttemptStorage storage) {
        this.place = place;
        this.asked = asked;
        this.source = asked.source();
        this.engine = engine;
        this.settings = settings;
        this.commit = commit;
        this.storage = storage;
        this.job =
                Job.of(
                        storage,
                        MemoryPlan.fitting(settings.options()),
                        settings.progress(),
                        settings.events(),
                        new Demand());
        this.job = job.with(MemoryPlan.ofTasks(job.options()));
    }

    /** Loads the source of {@code recipe} into the store in {@code place}. */
    public static LoadResult run(
            StorePlace place, SourceRecipe recipe, Engine engine, ClusterSettings settings)
            throws IOException {
        if (settings.options().dangling() != LoadOptions.Dangling.ACCEPT) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "an engine stages nodes and links at the same time, so ends of links are not"
                            + " checked; load without an engine, or accept dangling links");
        }
        place.requireFit(settings.packing());
        // Before the place is touched: nobody is superseded by a load that cannot begin.
        Asked asked = Asked.of(recipe, place, settings.options());
        String attempt = "driver-" + settings.driver().epoch();
        try (ManifestCommit commit = place.begin(settings.driver());
                AttemptStorage storage = new AttemptStorage(place, attempt)) {
            return runFenced(place, asked, engine, settings, commit, storage);
        }
    }

    private static LoadResult runFenced(
            StorePlace place,
            Asked asked,
            Engine engine,
            ClusterSettings settings,
            ManifestCommit commit,
            AttemptStorage storage)
            throws IOException {
        try {
            return new ClusterLoad(place, asked, engine, settings, commit, storage).run();
        } catch (IOException | RuntimeException failure) {
            Optional<SluiceException> superseded = commit.superseded();
            if (superseded.isPresent()) {
                superseded.get().addSuppressed(failure);
                throw superseded.get();
            }
            throw failure;
        }
    }

    private LoadResult run() throws IOException {
        refuseComparison(settings.options());
        LoadProgress progress = settings.progress();
        progress.begin();
        progress.bytesTotal.set(source.bytesTotal());
        Optional<Manifest> found = commit.found();
        refuseAbsorption(found, place.files().location());
        LoadIdentity identity = asked.identity();
        LoadStart start =
                LoadStart.of(found, identity, source, settings.options(), place.files().location());
        if (start == LoadStart.NOTHING) {
            // The driver before may have ended between its last commit and this.
            DriverRun.deleteOthers(place, commit, found.orElseThrow(), found.orElseThrow());
            return new LoadSummary(storage, source, progress, null, Optional.empty())
                    .of(found.orElseThrow(), true, true, StagedChunks.NONE, 0, List.of());
        }
        boolean resumed = start == LoadStart.RESUME;
        if (commit.isAlone()) {
            Leftovers.delete(place.storage(), found, resumed, name -> goesOn(name, found, resumed));
        }
        job = Beginning.withRoomForIndexes(job, source, found);
        Manifest manifest = resumed ? goOn(commit.takeOver(), identity) : begin(found, identity);
        PlanFile plan = plan(manifest);
        DriverRun.Finished finished =
                new DriverRun(place, engine, settings, commit, storage, plan)
                        .run(source.bound(schema(manifest), manifest.loadNumber()), manifest);
        progress.enter(LoadProgress.Phase.DONE);
        return new LoadSummary(storage, source, progress, progress.forecast(), Optional.empty())
                .of(
                        finished.manifest(),
                        resumed,
                        false,
                        finished.staged(),
                        finished.storeBytesMax(),
                        UniqueValues.notCompared(
                                storage, finished.manifest(), "a load by tasks does not do it"));
    }

    private static void refuseComparison(LoadOptions options) {
        if (options.onDuplicate() == LoadOptions.OnConflict.FAIL) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "on-duplicate: fail is not for a load by tasks, which does not compare the"
                            + " values of unique predicates; load in one process");
        }
    }

    private static void refuseAbsorption(Optional<Manifest> found, String location) {
        if (found.isPresent() && found.get().phase() == Manifest.Phase.ABSORBING) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s holds online writes that are being absorbed; run: sluice absorb %s"
                            .formatted(location, location));
        }
    }

    /** Whether this try goes on from a file that other loads do not: the plan, built segments. */
    private static boolean goesOn(String name, Optional<Manifest> found, boolean resumed) {
        if (found.isEmpty() || !resumed) {
            return false;
        }
        int loadNumber = found.get().loadNumber();
        return name.startsWith(StoreFiles.taskPrefix(loadNumber))
                || name.startsWith(StoreFiles.segmentPrefix(loadNumber));
    }

    private Schema schema(Manifest manifest) throws IOException {
        return StoreSchema.read(storage, manifest).schema();
    }

    /** Names, sample, buckets; the first manifest of the load says so. */
    private Manifest begin(Optional<Manifest> before, LoadIdentity identity) throws IOException {
        Beginning begun = Beginning.of(job, source, before, identity, this::chunks, this::names);
        sample = Optional.of(begun.sample());
        Manifest manifest = commit.commit(begun.manifest());
        NameStage.deleteRuns(storage);
        settings.events().published(manifest);
        return manifest;
    }

    /** Has tasks collect the names of {@code bound}, in chunks that are as many as the tasks. */
    private List<String> names(Source bound, Manifest begun) throws IOException {
        LoadIdentity identity = LoadIdentity.parse(begun.loadIdentity());
        long ofTask = Math.ceilDiv(InputSize.of(bound), tasks());
        long bytes = Math.min(identity.chunkBytes(), Math.max(TaskCuts.CHUNK_BYTES_MIN, ofTask));
        Manifest cut =
                Manifests.withVersion(
                        Manifests.withLoadIdentity(begun, identity.withChunkBytes(bytes).text()),
                        begun.version());
        return new NamePhase(place, engine, settings)
                .run(asked.recipe(), bound, cut, job.memory(), tasks());
    }

    private int tasks() {
        return settings.tasks() > 0
                ? settings.tasks()
                : TaskCuts.tasks(InputSize.of(source), engine.slots());
    }

    /** A task has one chunk, or more where its rows would not fit into memory. */
    private ChunkRule.Choice chunks(LoadPlan plan, SourceSample read) {
        if (settings.options().chunkBytes() > 0) {
            return plan.chunks();
        }
        long ofTask = Math.ceilDiv(InputSize.of(source), tasks());
        long usual = plan.chunks().chunkBytes();
        long fitting =
                plan.chunks().by() == Forecast.ChunksChosenBy.MEMORY
                        ? LoadPlan.fittingBytes(
                                source,
                                job.memory(),
                                read,
                                Math.max(TaskCuts.CHUNK_BYTES_MIN, ofTask))
                        : usual;
        long bytes = TaskCuts.chunkBytes(usual, fitting, ofTask);
        return new ChunkRule.Choice(bytes, plan.chunks().by());
    }

    /** The manifest as it is, or with what the repeated command asks otherwise. */
    private Manifest goOn(Manifest found, LoadIdentity wanted) throws IOException {
        LoadIdentity begun = LoadIdentity.parse(found.loadIdentity());
        String identity = wanted.withChunkBytes(begun.chunkBytes()).text();
        Manifest manifest =
                identity.equals(found.loadIdentity())
                        ? found
                        : commit.commit(Manifests.withLoadIdentity(found, identity));
        if (!commit.isAlone() || manifest.phase() != Manifest.Phase.STAGING) {
            return manifest;
        }
        // Parts of chunks may be of an ordinary load, whose memory was shared out otherwise.
        StagedRuns staged =
                StagedRuns.adopt(
                        place.storage(),
                        manifest.loadNumber(),
                        LoadIdentity.parse(manifest.loadIdentity()).key());
        if (!staged.files().equals(manifest.runs())) {
            manifest =
                    commit.commit(
                            Manifests.withRuns(Manifests.withoutRuns(manifest), staged.files()));
        }
        staged.deleteIncomplete(place.storage());
        return manifest;
    }

    private PlanFile publish(TaskPlan plan) throws IOException {
        String name = StoreFiles.taskPlan(plan.loadNumber());
        return PlanFile.publish(place.storage(), place.files(), name, plan);
    }

    /** The plan of the load, which is made where no driver has published one yet. */
    private PlanFile plan(Manifest manifest) throws IOException {
        TaskPlan.RowRules rules =
                new TaskPlan.RowRules(
                        settings.options().onError(), settings.options().maxRejects());
        Optional<PlanFile> known = PlanFile.read(place.storage(), manifest.loadNumber());
        Source bound = source.bound(schema(manifest), manifest.loadNumber());
        long chunkBytes = LoadIdentity.parse(manifest.loadIdentity()).chunkBytes();
        TaskCuts cuts = TaskCuts.of(bound, chunkBytes, tasks(), manifest.borders().count());
        if (known.isPresent() && known.get().plan().isOf(manifest)) {
            if (!commit.isAlone()) {
                return known.get().withRows(place.storage(), place.files(), rules);
            }
            // Tasks of an earlier driver may still run elsewhere, and share out the same memory.
            // Else no task runs, and no part of a chunk is left: memory may be another.
            MemoryPlan memory =
                    engine.hasOtherProcesses() ? known.get().plan().memory() : job.memory();
            TaskPlan changed = known.get().plan().with(rules, memory, cuts);
            place.files().delete(known.get().name());
            return publish(changed);
        }
        if (known.isPresent()) {
            place.files().delete(known.get().name());
        }
        try (Dictionary dictionary = Dictionary.open(storage, manifest.nameFiles())) {
            LoadProgress progress = settings.progress();
            SourceSample read =
                    sample.isPresent()
                            ? sample.get()
                            : SourceSample.read(
                                    bound, settings.options(), dictionary, progress.nanoClock());
            StageSample stage =
                    StageSample.of(
                            read,
                            storage,
                            bound,
                            job.options(),
                            manifest,
                            dictionary,
                            new ChunkRule.Choice(
                                    chunkBytes,
                                    sample.isPresent()
                                            ? Forecast.ChunksChosenBy.MEMORY
                                            : Forecast.ChunksChosenBy.EARLIER_TRY));
            progress.forecast(stage.forecast());
            return publish(
                    new TaskPlan(
                            asked.recipe(),
                            rules,
                            job.memory(),
                            stage.stripes(),
                            stage.poolBytes(),
                            manifest,
                            cuts,
                            settings.packing()));
        }
    }
}
