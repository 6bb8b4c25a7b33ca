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
import sluice.storage.Storage;

/** Stores with versions of some hundred links in many small buckets. */
public final class SmallVersions {
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
        int number = 1 + Versions.list(storage).stream().mapToInt(v -> v.number()).max().orElse(0);
        Source source = links(ids, number);
        VersionLoad.Outcome outcome =
                VersionLoad.run(
                        storage,
                        source,
                        options(),
                        true,
                        () -> 1,
                        draft ->
                                Load.run(
                                        Job.of(
                                                draft,
                                                options(),
                                                new LoadProgress(),
                                                LoadEvents.NONE,
                                                new Demand()),
                                        source));
        return outcome.number();
    }

    /** Adds one link to the newest version. */
    public int touched(Storage storage, int id) throws IOException {
        Versions.publish(storage, OptionalInt.empty(), 1);
        Path file = directory.resolve("links-" + files++ + ".csv");
        Files.writeString(file, "id1,id2,time\n" + id + ",77,77\n");
        Source source = Source.open(List.of(file.toString()), null);
        return VersionLoad.run(
                        storage,
                        source,
                        options(),
                        false,
                        () -> 1,
                        draft ->
                                Load.run(
                                        Job.of(
                                                draft,
                                                options(),
                                                new LoadProgress(),
                                                LoadEvents.NONE,
                                                new Demand()),
                                        source))
                .number();
    }
}
