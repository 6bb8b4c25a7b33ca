package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.StoreReader;

/** Loads nodes and links from files, as far as a test wants it. */
final class LoadedStore {
    private final Path directory;
    private final Storage storage = MemoryStorage.create();
    private final long bucketBytes;
    private final long chunkBytes;
    private final Source source;

    /** How far a load goes. */
    enum Until {
        /** Some chunks are staged, at least one is not. */
        STAGING,
        /** All is in runs. */
        RUNS,
        /** One bucket or more is built, one or more is not. */
        HALF_BUILT,
        BUILT
    }

    /** Writes the rows to files below {@code directory}; data are printable, without tabs. */
    LoadedStore(Path directory, List<Node> nodes, List<Link> links, long bucketBytes)
            throws IOException {
        this(directory, nodes, links, bucketBytes, 1 << 10);
    }

    LoadedStore(
            Path directory, List<Node> nodes, List<Link> links, long bucketBytes, long chunkBytes)
            throws IOException {
        this.chunkBytes = chunkBytes;
        this.directory = directory;
        this.bucketBytes = bucketBytes;
        StringBuilder nodeText = new StringBuilder("id\ttype\ttime\tversion\tdata\n");
        for (Node node : nodes) {
            nodeText.append(
                    "%s\t%d\t%d\t%d\t%s\n"
                            .formatted(
                                    Long.toUnsignedString(node.id()),
                                    node.type(),
                                    node.time(),
                                    node.version(),
                                    text(node.data())));
        }
        StringBuilder linkText =
                new StringBuilder("id1\tlink_type\tid2\tvisibility\ttime\tversion\tdata\n");
        for (Link link : links) {
            linkText.append(
                    "%s\t%s\t%s\t%d\t%d\t%d\t%s\n"
                            .formatted(
                                    Long.toUnsignedString(link.id1()),
                                    Long.toUnsignedString(link.linkType()),
                                    Long.toUnsignedString(link.id2()),
                                    link.visibility() == Visibility.VISIBLE ? 1 : 0,
                                    link.time(),
                                    link.version(),
                                    text(link.data())));
        }
        source =
                Source.open(
                        List.of(
                                write("nodes.tsv", nodeText.toString()),
                                write("links.tsv", linkText.toString())),
                        null);
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private static String text(byte[] data) {
        return new String(data, StandardCharsets.UTF_8);
    }

    Storage storage() {
        return storage;
    }

    /** What is loaded. */
    Source source() {
        return source;
    }

    /** Goes on with the load until the store is as wanted, or built where that cannot be had. */
    void load(Until until) throws IOException {
        load(until, LoadEvents.NONE);
    }

    /** As above; {@code events} are told too. */
    void load(Until until, LoadEvents events) throws IOException {
        try {
            Load.run(
                    storage,
                    source,
                    LoadOptions.defaults()
                            .withMemory(256L << 20, 64L << 20)
                            .withThreads(1)
                            .withChunkBytes(chunkBytes)
                            .withBucketBytes(bucketBytes),
                    new LoadProgress(),
                    new StopAt(until, events),
                    new Demand());
        } catch (SluiceException e) {
            assertEquals(ErrorCode.INTERRUPTED, e.code(), e::getMessage);
            Assertions.assertNotEquals(Until.BUILT, until);
        }
    }

    StoreCold cold() throws IOException {
        return StoreCold.open(storage, _ -> {});
    }

    Manifest manifest() throws IOException {
        try (StoreReader reader = StoreReader.open(storage)) {
            return reader.manifest();
        }
    }

    private static final class StopAt implements LoadEvents {
        private final Until until;
        private final LoadEvents events;
        private volatile boolean stop;
        private volatile boolean stages;

        /** Chunks that may still be taken where some are to be left. */
        private int chunksLeft = 1;

        StopAt(Until until, LoadEvents events) {
            this.until = until;
            this.events = events;
        }

        @Override
        public void published(Manifest manifest) {
            long built =
                    manifest.buckets().stream()
                            .filter(bucket -> bucket.state() == Bucket.State.BUILT)
                            .count();
            stop |=
                    switch (until) {
                        case STAGING -> false;
                        case RUNS -> manifest.phase() == Manifest.Phase.BUILDING;
                        case HALF_BUILT -> manifest.phase() == Manifest.Phase.BUILDING && built > 0;
                        case BUILT -> false;
                    };
            stages |= manifest.phase() == Manifest.Phase.STAGING;
            events.published(manifest);
        }

        /** Asked before each chunk and each bucket, by one thread. */
        @Override
        public boolean stopRequested() {
            return stop || (until == Until.STAGING && stages && chunksLeft-- <= 0);
        }
    }
}
