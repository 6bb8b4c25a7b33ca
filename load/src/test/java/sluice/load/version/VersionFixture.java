package sluice.load.version;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import sluice.ingest.Source;
import sluice.load.Job;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.storage.Storage;
import sluice.store.StoreReader;

/** Sources of a few hundred links, loads of them into versions, and what a version then holds. */
final class VersionFixture {
    /** The time of every seal and publication. */
    static final long NOW = 1_800_000_000_000L;

    static final LongSupplier CLOCK = () -> NOW;

    private final Path directory;

    VersionFixture(Path directory) {
        this.directory = directory;
    }

    /**
     * Links from {@code firstId} on, {@code count} ids, each to the ids {@code to} and its next.
     */
    Source links(String name, int firstId, int count, int to) throws IOException {
        StringBuilder text = new StringBuilder("id1,id2,time\n");
        for (int i = firstId; i < firstId + count; i++) {
            text.append("%d,%d,%d%n%d,%d,%d%n".formatted(i, to, i, i, to + 1, i + 1));
        }
        return written(name, text.toString());
    }

    /** Links between people who have names. */
    Source people(String name, String... links) throws IOException {
        return written(name, "id1(P),id2(P),time\n" + String.join("\n", links) + "\n");
    }

    Source rows(String name, List<String> rows) throws IOException {
        return written(name, "id1,id2,time\n" + String.join("\n", rows) + "\n");
    }

    private Source written(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        if (!Files.exists(file)) {
            Files.writeString(file, text);
        }
        return Source.open(List.of(file.toString()), null);
    }

    static LoadOptions options() {
        return LoadOptions.defaults()
                .withMemory(256L << 20, 64L << 20)
                .withThreads(1)
                .withChunkBytes(1000)
                .withBucketBytes(1000);
    }

    static void load(Storage storage, Source source) throws IOException {
        Load.run(storage, source, options(), new LoadProgress(), LoadEvents.NONE, new Demand());
    }

    static VersionLoad.Outcome loadVersion(Storage storage, Source source, boolean fromNothing)
            throws IOException {
        return loadVersion(storage, source, fromNothing, LoadEvents.NONE);
    }

    static VersionLoad.Outcome loadVersion(
            Storage storage, Source source, boolean fromNothing, LoadEvents events)
            throws IOException {
        return VersionLoad.run(
                storage,
                source,
                options(),
                fromNothing,
                CLOCK,
                draft ->
                        Load.run(
                                Job.of(draft, options(), new LoadProgress(), events, new Demand()),
                                source));
    }

    static void publish(Storage storage) throws IOException {
        Versions.publish(storage, OptionalInt.empty(), NOW);
    }

    static void publish(Storage storage, int number) throws IOException {
        Versions.publish(storage, OptionalInt.of(number), NOW);
    }

    static void rollback(Storage storage) throws IOException {
        Versions.rollback(storage, OptionalInt.empty(), NOW);
    }

    /** The answer to a reader that is opened now: every link. */
    static String served(Storage storage) throws IOException {
        try (StoreReader reader = StoreReader.open(storage)) {
            return links(reader);
        }
    }

    static String links(StoreReader reader) throws IOException {
        TreeSet<String> rows = new TreeSet<>();
        reader.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        rows.add("node " + node.id());
                    }

                    @Override
                    public void link(Link link) {
                        rows.add(link.id1() + ">" + link.id2() + "@" + link.time());
                    }
                });
        return rows.toString();
    }
}
