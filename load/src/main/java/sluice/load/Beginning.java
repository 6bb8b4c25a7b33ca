package sluice.load;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
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

    /**
     * Begins the load of {@code source} after {@code before}.
     *
     * @param identity what the load is bound to, but for the size of its chunks
     */
    public static Beginning of(
            Job job, Source source, Optional<Manifest> before, LoadIdentity identity, Chunks chunks)
            throws IOException {
        int loadNumber = before.map(Manifest::loadNumber).orElse(0) + 1;
        StoreSchema schema = LoadSchema.of(job.storage(), before, source, job.options());
        Source bound = source.bound(schema.schema(), loadNumber);
        List<FileEntry> dictionaries = names(job, bound, loadNumber, before, identity);
        job.progress().enter(LoadProgress.Phase.PLAN);

        SourceSample sample;
        try (Dictionary dictionary = Dictionary.open(job.storage(), NameFile.of(dictionaries))) {
            sample =
                    SourceSample.read(bound, job.options(), dictionary, job.progress().nanoClock());
        }
        LoadPlan plan = LoadPlan.of(bound, job.options(), job.memory(), before, sample);
        ChunkRule.Choice chosen = chunks.choose(plan, sample);
        Manifest manifest =
                new Manifest(
                        before.map(Manifest::version).orElse(0L) + 1,
                        bound.hasIdNames(),
                        loadNumber,
                        Manifest.Phase.STAGING,
                        identity.withChunkBytes(chosen.chunkBytes()).text(),
                        Manifests.buckets(plan.borders(), before),
                        List.of(),
                        dictionaries,
                        LoadSchema.write(job.storage(), before, schema, bound, loadNumber),
                        before.map(Manifest::mark).orElse(null));
        if (before.isPresent()) {
            ManifestFile.publish(job.storage(), StoreFiles.before(loadNumber), before.get());
        }
        return new Beginning(bound, manifest, sample, chosen);
    }

    /** The dictionaries with the names of the source. */
    private static List<FileEntry> names(
            Job job,
            Source source,
            int loadNumber,
            Optional<Manifest> before,
            LoadIdentity identity)
            throws IOException {
        long chunkBytes = LoadPlan.nameChunkBytes(source, job.options());
        LoadState state =
                new LoadState(
                        loadNumber,
                        identity.withChunkBytes(chunkBytes).key(),
                        job.options(),
                        job.memory(),
                        job.progress(),
                        job.events());
        return new NameStage(state, job.storage(), source, chunkBytes)
                .run(before.map(Manifest::dictionaries).orElse(List.of()));
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
