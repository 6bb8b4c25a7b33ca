package sluice.cluster.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.CRC32C;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.Load;
import sluice.load.LoadResult;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.shared.SharedSettings;

/** Loads on one machine and by tasks, and what must be equal between them. */
final class ClusterFixture {
    private ClusterFixture() {}

    static LoadOptions options(ClusterInputs input) {
        LoadOptions options =
                LoadOptions.defaults()
                        .withMemory(256L << 20, 64L << 20)
                        .withThreads(2)
                        .withBucketBytes(4 << 10);
        return input == ClusterInputs.REJECTS
                ? options.withRejects(
                        LoadOptions.OnError.DIVERT, LoadOptions.RejectBudget.UNLIMITED)
                : options;
    }

    /** The files that a load on one machine leaves. */
    static MemoryStorage alone(SourceRecipe recipe, LoadOptions options) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        finishAlone(storage, recipe, options);
        return storage;
    }

    static void finishAlone(Storage storage, SourceRecipe recipe, LoadOptions options)
            throws IOException {
        finishAlone(storage, recipe, options, LoadEvents.NONE);
    }

    static void finishAlone(
            Storage storage, SourceRecipe recipe, LoadOptions options, LoadEvents events)
            throws IOException {
        Load.run(
                storage,
                recipe.open(SharedSettings.ofProcess()),
                options,
                new LoadProgress(),
                events,
                new Demand());
    }

    static LoadResult run(
            StorePlace place, SourceRecipe recipe, LoadOptions options, int tasks, int threads)
            throws IOException {
        return ClusterLoad.run(
                place,
                recipe,
                new ThreadEngine(threads, "process-1"),
                settings(options, tasks, "host-1", LoadEvents.NONE));
    }

    static ClusterSettings settings(
            LoadOptions options, int tasks, String host, LoadEvents events) {
        DriverName driver =
                new DriverName(
                        UUID.nameUUIDFromBytes(host.getBytes(StandardCharsets.UTF_8)),
                        host,
                        System::currentTimeMillis);
        return new ClusterSettings(options, tasks, driver, new LoadProgress(), events);
    }

    /** The files whose bytes depend on source and options alone, each with a digest. */
    static TreeMap<String, String> bytes(Storage storage) throws IOException {
        TreeMap<String, String> files = new TreeMap<>();
        for (String name : storage.list()) {
            if (!name.startsWith("manifest") && !name.equals("lock")) {
                files.put(name, digest(storage, name));
            }
        }
        return files;
    }

    private static String digest(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, buffer, 0);
            CRC32C crc = new CRC32C();
            crc.update(buffer.array());
            return buffer.capacity() + " " + HexFormat.of().toHexDigits((int) crc.getValue());
        }
    }
}
