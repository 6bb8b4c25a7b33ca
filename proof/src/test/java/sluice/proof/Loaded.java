package sluice.proof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import sluice.dictionary.Dictionary;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.store.StoreReader;
import sluice.store.StoreSchema;

/** Loads sources into a store in memory, and compares it with sources. */
final class Loaded {
    static final BooleanSupplier NO_STOP = () -> false;

    private Loaded() {}

    static Storage store(List<Source> sources) throws IOException {
        Storage storage = MemoryStorage.create();
        for (Source source : sources) {
            Load.run(
                    storage,
                    source,
                    LoadOptions.defaults()
                            .withMemory(LoadOptions.MEMORY_BYTES_MIN, 64 << 20)
                            .withThreads(1)
                            .withRejects(
                                    LoadOptions.OnError.SKIP, LoadOptions.RejectBudget.UNLIMITED)
                            .withBucketBytes(1 << 16),
                    new LoadProgress(),
                    LoadEvents.NONE,
                    new Demand());
        }
        return storage;
    }

    static ProofResult compare(Storage storage, List<Source> sources, ProofOptions options)
            throws IOException {
        return compare(storage, sources, options, MemoryStorage.create(), NO_STOP);
    }

    static ProofResult compare(
            Storage storage,
            List<Source> sources,
            ProofOptions options,
            Storage scratch,
            BooleanSupplier stop)
            throws IOException {
        try (StoreReader reader = StoreReader.open(storage);
                Dictionary names = Dictionary.open(storage, reader.manifest().nameFiles())) {
            var schema = StoreSchema.read(storage, reader.manifest()).schema();
            List<Source> bound = new ArrayList<>();
            for (Source source : sources) {
                bound.add(source.bound(schema, bound.size() + 1));
            }
            return Proof.run(
                    bound,
                    new StoreRows(reader, names),
                    options,
                    scratch,
                    new ProofProgress(),
                    stop);
        }
    }
}
