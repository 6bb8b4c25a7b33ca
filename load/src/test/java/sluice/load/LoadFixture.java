package sluice.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.StoreReader;

/** Writes source files, loads them, and reads back what came: what tests of a load share. */
public final class LoadFixture {
    private final Path directory;

    public LoadFixture(Path directory) {
        this.directory = directory;
    }

    Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    Path writeGzip(String name, String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return Files.write(directory.resolve(name), bytes.toByteArray());
    }

    public Source source(String... names) throws IOException {
        return source(null, names);
    }

    public Source source(@Nullable Path mapping, String... names) throws IOException {
        List<String> paths =
                Arrays.stream(names).map(name -> directory.resolve(name).toString()).toList();
        return Source.open(paths, mapping);
    }

    public static LoadOptions options() {
        return LoadOptions.defaults().withMemory(256L << 20, 64L << 20).withThreads(2);
    }

    static LoadOptions diverting() {
        return options()
                .withRejects(LoadOptions.OnError.DIVERT, LoadOptions.RejectBudget.UNLIMITED);
    }

    static LoadResult load(Storage storage, Source source, LoadOptions options) throws IOException {
        return load(storage, source, options, LoadEvents.NONE);
    }

    static LoadResult load(Storage storage, Source source, LoadOptions options, LoadEvents events)
            throws IOException {
        return Load.run(storage, source, options, new LoadProgress(), events, new Demand());
    }

    /** Stops a load after {@code manifests} manifests of it were published. */
    static LoadEvents stopAfter(int manifests) {
        return new LoadEvents() {
            private int left = manifests;

            @Override
            public synchronized void published(Manifest manifest) {
                left--;
            }

            @Override
            public synchronized boolean stopRequested() {
                return left <= 0;
            }
        };
    }

    /**
     * Stops a load that has begun to stage as soon as its threads have taken {@code chunks} chunks;
     * it must have more than that and its threads.
     */
    static LoadEvents stopAfterChunks(int chunks) {
        return new LoadEvents() {
            private int left = chunks;
            private boolean stages;

            @Override
            public synchronized void published(Manifest manifest) {
                stages |= manifest.phase() == Manifest.Phase.STAGING;
            }

            @Override
            public synchronized boolean stopRequested() {
                return stages && left-- <= 0;
            }
        };
    }

    /** Every node and link of the store, sorted. */
    static String graph(Storage storage) throws IOException {
        TreeSet<String> rows = new TreeSet<>();
        try (StoreReader reader = StoreReader.open(storage)) {
            reader.scan(
                    new GraphReader.Visitor() {
                        @Override
                        public void node(Node node) {
                            rows.add("node " + shown(node));
                        }

                        @Override
                        public void link(Link link) {
                            rows.add("link " + shown(link));
                        }
                    });
        }
        return String.join("\n", rows);
    }

    private static String shown(Node node) {
        return "%d %d %d %d %s"
                .formatted(
                        node.id(),
                        node.type(),
                        node.version(),
                        node.time(),
                        new String(node.data(), StandardCharsets.UTF_8));
    }

    private static String shown(Link link) {
        return "%d %d %d %s %d %d %s"
                .formatted(
                        link.id1(),
                        link.linkType(),
                        link.id2(),
                        link.visibility(),
                        link.version(),
                        link.time(),
                        new String(link.data(), StandardCharsets.UTF_8));
    }

    static String text(Storage storage, String name) throws IOException {
        return new String(bytes(storage, name), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Storage storage, String name) throws IOException {
        try (Storage.Source file = storage.open(name)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) file.lengthBytes());
            StorageFiles.readFully(file, buffer, 0);
            return buffer.array();
        }
    }

    /** The files whose bytes depend on nothing but the rows. */
    static TreeMap<String, String> segments(MemoryStorage storage) throws IOException {
        TreeMap<String, String> image = image(storage);
        image.keySet().removeIf(name -> !name.startsWith("segment-") && !name.startsWith("dict-"));
        return image;
    }

    /** Every file of a store with its bytes, but the lock. */
    static TreeMap<String, String> image(Storage storage) throws IOException {
        TreeMap<String, String> image = new TreeMap<>();
        for (String name : storage.list()) {
            if (!name.equals(StoreFiles.LOCK)) {
                image.put(name, new String(bytes(storage, name), StandardCharsets.ISO_8859_1));
            }
        }
        return image;
    }

    static List<String> lines(String text) {
        return new ArrayList<>(text.lines().toList());
    }

    public static MemoryStorage storage() {
        return MemoryStorage.create();
    }
}
