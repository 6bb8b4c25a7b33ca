package sluice.spark.load;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.storage.DirectoryStorage;

/** Sources for loads by Spark, and what must be equal between these and a load on one machine. */
public final class EngineFixture {
    /** Small buckets, so that there are some of them. */
    public static final long BUCKET_BYTES = 1 << 16;

    private EngineFixture() {}

    /** A folder with nodes in one file and links in several, some of them quoted. */
    public static Path writeSource(Path folder, int links, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Files.createDirectories(folder);
        try (Writer nodes = Files.newBufferedWriter(folder.resolve("people.csv"))) {
            nodes.write(":ID,data\n");
            for (int id = 0; id < links / 20; id++) {
                nodes.write(id + ",\"node " + random.nextInt(1000) + "\n, with a line end\"\n");
            }
        }
        for (int file = 0; file < 3; file++) {
            Path path = folder.resolve("links" + file + ".csv");
            try (Writer rows = Files.newBufferedWriter(path)) {
                rows.write(":START_ID,:END_ID,time:long,data\n");
                for (int row = 0; row < links / 3; row++) {
                    rows.write(
                            "%d,%d,%d,text %d of some length\n"
                                    .formatted(
                                            random.nextInt(links / 10),
                                            random.nextInt(links / 10),
                                            row,
                                            random.nextInt(links)));
                }
            }
        }
        return folder;
    }

    /** Options of each task of a test. */
    public static LoadOptions options() {
        return LoadOptions.defaults()
                .withThreads(1)
                .withMemory(LoadOptions.MEMORY_BYTES_MIN, 64 << 20)
                .withBucketBytes(BUCKET_BYTES);
    }

    /** The files that a load on one machine leaves. */
    public static TreeMap<String, UUID> alone(Path store, Path source) throws IOException {
        Load.run(
                DirectoryStorage.create(store),
                Source.open(List.of(source.toString()), null),
                options(),
                new LoadProgress(),
                LoadEvents.NONE,
                new Demand());
        return bytes(store);
    }

    /** The files whose bytes depend on source and options alone, each with a digest. */
    public static TreeMap<String, UUID> bytes(Path store) throws IOException {
        TreeMap<String, UUID> files = new TreeMap<>();
        for (String name : DirectoryStorage.open(store).list()) {
            if (!name.startsWith("manifest") && !name.equals("lock")) {
                files.put(name, UUID.nameUUIDFromBytes(Files.readAllBytes(store.resolve(name))));
            }
        }
        return files;
    }
}
