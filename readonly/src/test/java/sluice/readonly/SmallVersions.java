package sluice.readonly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import sluice.ingest.Source;
import sluice.load.Job;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.version.VersionLoad;
import sluice.load.version.Versions;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.Storage;

/** Stores with versions of some hundred links in many small buckets. */
public final class SmallVersions {
    private static final Schema PEOPLE =
            SchemaReader.read("people", "age: int @index(int) .\nknows: [uid] @count .\n");

    private final Path directory;
    private int files;

    /** Sources are written into {@code directory}. */
    public SmallVersions(Path directory) {
        this.directory = directory;
    }

    private static LoadOptions options() {
        return LoadOptions.defaults()
                .withMemory(256L << 20, 64L << 20)
                .withThreads(1)
                .withChunkBytes(4000)
                .withBucketBytes(1000);
    }

    private Source links(int ids, long version) throws IOException {
        StringBuilder text = new StringBuilder("id1,id2,time\n");
        for (int id = 0; id < ids; id++) {
            text.append(id).append(',').append(version).append(',').append(version).append('\n');
            text.append(id).append(',').append(version + 1000).append(',').append(id).append('\n');
        }
        Path file = directory.resolve("links-" + files++ + ".csv");
        Files.writeString(file, text.toString());
        return Source.open(List.of(file.toString()), null);
    }

    /** Makes the next version of {@code ids} lists, in each of which is a link to its number. */
    public int next(Storage storage, int ids) throws IOException {
        return run(storage, links(ids, newest(storage) + 1), options(), true);
    }

    /**
     * Makes the next version of {@code ids} people. The age of each is in an index, and tells the
     * version; see {@link #age}. Each knows the next one, the last knows nobody.
     */
    public int nextPeople(Storage storage, int ids) throws IOException {
        int version = newest(storage) + 1;
        StringBuilder values = new StringBuilder("id,age\n");
        StringBuilder links = new StringBuilder("id1,id2\n");
        for (int id = 0; id < ids; id++) {
            values.append(id).append(',').append(age(version, id)).append('\n');
            if (id + 1 < ids) {
                links.append(id).append(',').append(id + 1).append('\n');
            }
        }
        Path folder = Files.createDirectories(directory.resolve("people-" + files++));
        Path valueFile = Files.writeString(folder.resolve("values.csv"), values);
        Path linkFile = Files.writeString(folder.resolve("links.csv"), links);
        Path mapping =
                Files.writeString(
                        folder.resolve("map.yaml"),
                        """
                        relations:
                        - {files: values.csv, node: 7, id: id, properties: [age]}
                        - {files: links.csv, link: knows}
                        """);
        Source source = Source.open(List.of(valueFile.toString(), linkFile.toString()), mapping);
        return run(storage, source, options().withSchema(PEOPLE), true);
    }

    /** The age of the person {@code id}. */
    public static int age(int version, int id) {
        return 1000 * version + id % 10;
    }

    /** Adds one link to the newest version. */
    public int touched(Storage storage, int id) throws IOException {
        Versions.publish(storage, OptionalInt.empty(), 1);
        Path file = directory.resolve("links-" + files++ + ".csv");
        Files.writeString(file, "id1,id2,time\n" + id + ",77,77\n");
        return run(storage, Source.open(List.of(file.toString()), null), options(), false);
    }

    private static int newest(Storage storage) throws IOException {
        return Versions.list(storage).stream().mapToInt(v -> v.number()).max().orElse(0);
    }

    private static int run(Storage storage, Source source, LoadOptions options, boolean isFresh)
            throws IOException {
        return VersionLoad.run(
                        storage,
                        source,
                        options,
                        isFresh,
                        () -> 1,
                        draft ->
                                Load.run(
                                        Job.of(
                                                draft,
                                                options,
                                                new LoadProgress(),
                                                LoadEvents.NONE,
                                                new Demand()),
                                        source))
                .number();
    }
}
