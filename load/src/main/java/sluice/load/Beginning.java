package sluice.load;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
import sluice.ingest.Source;
import sluice.load.files.Manifests;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadState;
import sluice.load.plan.ChunkRule;
import sluice.load.plan.LoadPlan;
import sluice.load.plan.SourceSample;
import sluice.load.stage.NameStage;
import sluice.load.stage.RecordedSample;
import sluice.segment.Borders;
import sluice.storage.FileEntry;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreSchema;

/**
 * Everything before the first chunk of a load: names, sample, buckets, and the manifest that says
 * so, which the caller publishes.
 *
 * @param source bound to the load and the schema
 * @param manifest the first one of the load; all files that it lists are durable but for their
 *     names: the caller syncs the directory
 * @param chunks how the source is cut
 */
public record Beginning(
        Source source, Manifest manifest, SourceSample sample, ChunkRule.Choice chunks) {

    /** Decides how large the chunks are. */
    public interface Chunks {
        /** The size of the chunks; {@code plan} has what a load on one machine chooses. */
        ChunkRule.Choice choose(LoadPlan plan, SourceSample sample);
    }

    /** Has names collected elsewhere than on the threads of this process. */
    public interface Names {
        /**
         * The names of runs with all names of {@code source}.
         *
         * @param begun as the first manifest of the load will be, without names and buckets; its
         *     chunks are those that this process would collect names from
         */
        List<String> collect(Source source, Manifest begun) throws IOException;
    }

    /**
     * Begins the load of {@code source} after {@code before}.
     *
     * @param identity what the load is bound to, but for the size of its chunks
     * @param names null if the threads of this process collect them
     */
    public static Beginning of(
            Job job,
            Source source,
            Optional<Manifest> before,
            LoadIdentity identity,
            Chunks chunks,
            @Nullable Names names)
            throws IOException {
        int loadNumber = before.map(Manifest::loadNumber).orElse(0) + 1;
        StoreSchema schema = LoadSchema.of(job.storage(), before, source, job.options());
        Source bound = source.bound(schema.schema(), loadNumber);
        Manifest first =
                new Manifest(
                        before.map(Manifest::version).orElse(0L) + 1,
                        bound.hasIdNames(),
                        loadNumber,
                        Manifest.Phase.STAGING,
                        identity.withChunkBytes(LoadPlan.nameChunkBytes(bound, job.options()))
                                .text(),
                        Manifests.buckets(Borders.whole(), Optional.empty()),
                        List.of(),
                        before.map(Manifest::dictionaries).orElse(List.of()),
                        LoadSchema.write(job.storage(), before, schema, bound, loadNumber),
                        before.map(Manifest::mark).orElse(null));
        NameStage stage = nameStage(job, bound, first);
        List<FileEntry> dictionaries =
                names == null
                        ? stage.run(first.dictionaries())
                        : stage.run(first.dictionaries(), () -> names.collect(bound, first));
        job.progress().enter(LoadProgress.Phase.PLAN);

        SourceSample sample;
        try (Dictionary dictionary = Dictionary.open(job.storage(), NameFile.of(dictionaries))) {
            sample = sample(job, bound, dictionary, stage.sample());
        }
        // A store whose first load was given up has no rows, and is cut as a new one.
        Optional<Manifest> held =
                before.filter(each -> !LoadIdentity.parse(each.loadIdentity()).isGivenUp());
        LoadPlan plan = LoadPlan.of(bound, job.options(), job.memory(), held, sample);
        ChunkRule.Choice chosen = chunks.choose(plan, sample);
        Manifest manifest =
                new Manifest(
                        first.version(),
                        first.idNames(),
                        loadNumber,
                        first.phase(),
                        identity.withChunkBytes(chosen.chunkBytes()).text(),
                        Manifests.buckets(plan.borders(), held),
                        List.of(),
                        dictionaries,
                        first.schema(),
                        first.mark());
        if (before.isPresent()) {
            ManifestFile.publish(job.storage(), StoreFiles.before(loadNumber), before.get());
        }
        return new Beginning(bound, manifest, sample, chosen);
    }

    private static NameStage nameStage(Job job, Source source, Manifest first) {
        LoadIdentity identity = LoadIdentity.parse(first.loadIdentity());
        LoadState state =
                new LoadState(
                        first.loadNumber(),
                        identity.key(),
                        job.options(),
                        job.memory(),
                        job.progress(),
                        job.events());
        return new NameStage(state, job.storage(), source, identity.chunkBytes());
    }

    private static SourceSample sample(
            Job job, Source source, Dictionary dictionary, Optional<RecordedSample> recorded)
            throws IOException {
        if (recorded.isPresent()) {
            Optional<SourceSample> sample =
                    recorded.get().replay(job.storage(), source, job.options(), dictionary);
            if (sample.isPresent()) {
                return sample.get();
            }
        }
        return SourceSample.read(source, job.options(), dictionary, job.progress().nanoClock());
    }

    /**
     * The same job, with a part of its pools for index entries where the store has indexes or the
     * load of {@code source} declares some.
     */
    public static Job withRoomForIndexes(Job job, Source source, Optional<Manifest> found)
            throws IOException {
        return LoadSchema.hasIndexes(job.storage(), found, source, job.options())
                ? job.with(job.memory().withIndexes())
                : job;
    }
}
