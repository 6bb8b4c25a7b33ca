package sluice.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.load.build.TouchedBuckets;
import sluice.load.files.Leftovers;
import sluice.load.files.LoadLock;
import sluice.load.files.Manifests;
import sluice.load.files.StoreAddresses;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.MemoryPlan;
import sluice.load.job.Publisher;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.segment.BlockFile;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreSchema;

/**
 * Builds the segments again that lack an index of their store's schema, bucket by bucket: those
 * that were written before the index was declared. Until a bucket is built, questions are answered
 * from it slowly, but completely.
 *
 * <p>It is an absorption of no rows: interrupted, the same command goes on, and so does the next
 * load. Cost: one read and one write of each such segment.
 */
public final class IndexBuild {
    /**
     * Says how much was done.
     *
     * @param buckets of the store
     * @param built how many of their segments were built again
     * @param indexes how many indexes the store has
     * @param duplicates values that several nodes have where the schema declares them unique
     */
    public record Result(int buckets, int built, int indexes, List<DuplicateValues> duplicates) {
        public Result {
            duplicates = List.copyOf(duplicates);
        }
    }

    private final Job job;
    private final Storage storage;

    private IndexBuild(Job job) {
        this.job = job;
        this.storage = job.storage();
    }

    /**
     * Builds what is lacking in the store in {@code storage}, with the schema that {@code options}
     * declare beside its own. Refuses while a load is unfinished.
     */
    public static Result run(
            Storage storage, LoadOptions options, LoadProgress progress, LoadEvents events)
            throws IOException {
        LoadOptions fitting = MemoryPlan.fitting(options);
        return run(Job.of(storage, fitting, progress, events, new Demand()));
    }

    /** As above, as {@code job} says. */
    static Result run(Job job) throws IOException {
        return new IndexBuild(job).runLocked();
    }

    private Result runLocked() throws IOException {
        LoadLock.refuseOtherFiles(storage);
        try (Closeable _ = LoadLock.take(storage)) {
            return run();
        }
    }

    private Result run() throws IOException {
        Optional<Manifest> found = ManifestFile.read(storage);
        if (found.isEmpty() || found.get().phase().isOfLoad()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    found.isEmpty()
                            ? "%s is not a store: it has no manifest; make one with: sluice load STORE SOURCE…"
                                    .formatted(storage.location())
                            : "%s holds an unfinished load; repeat its command, then build indexes"
                                    .formatted(storage.location()));
        }
        if (StoreAddresses.read(storage).cold().isPresent()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s has its cold store elsewhere, where there are no indexes"
                            .formatted(storage.location()));
        }
        found = Absorption.finish(job, found);
        Leftovers.delete(storage, found, false);
        return build(found.orElseThrow());
    }

    private Result build(Manifest manifest) throws IOException {
        int loadNumber = manifest.loadNumber() + 1;
        @Nullable FileEntry schema =
                LoadSchema.writeDeclared(storage, manifest, job.options().schema(), loadNumber);
        if (schema == null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s declares no indexes; name a file of a schema that does"
                            .formatted(storage.location()));
        }
        StoreSchema declared = StoreSchema.read(storage, schema);
        Set<Integer> lacking =
                declared.hasIndexes() ? lacking(manifest, declared.numbers().next()) : Set.of();
        int indexes = declared.numbers().numbers().size();
        Manifest built = manifest;
        if (!lacking.isEmpty() || !schema.equals(manifest.schema())) {
            storage.syncDirectory();
            Manifest next = Manifests.withSchema(Manifests.ofLoad(manifest, loadNumber), schema);
            try (Publisher publisher = AbsorbedBuild.publisher(job, manifest)) {
                publisher.commit(
                        _ ->
                                Manifests.withPhase(
                                        new TouchedBuckets(lacking).staged(next),
                                        Manifest.Phase.ABSORBING));
                AbsorbedBuild.run(publisher, job);
                built = publisher.manifest();
            }
        }
        return new Result(manifest.buckets().size(), lacking.size(), indexes, duplicates(built));
    }

    /** The values of unique predicates that several nodes have, as a load compares them. */
    private List<DuplicateValues> duplicates(Manifest built) throws IOException {
        MemoryPlan memory = AbsorbedBuild.memory(job, StoreSchema.keys(storage, built));
        return UniqueValues.in(storage, built, memory.indexBytes());
    }

    /** The buckets whose segments lack an index with a number below {@code numbersEnd}. */
    private Set<Integer> lacking(Manifest manifest, int numbersEnd) throws IOException {
        Set<Integer> lacking = new TreeSet<>();
        for (int bucket = 0; bucket < manifest.buckets().size(); bucket++) {
            @Nullable FileEntry segment = manifest.buckets().get(bucket).segment();
            if (segment != null) {
                try (BlockFile file = BlockFile.openConfined(storage, segment)) {
                    if (!file.hasIndex(numbersEnd - 1)) {
                        lacking.add(bucket);
                    }
                }
            }
        }
        return lacking;
    }
}
