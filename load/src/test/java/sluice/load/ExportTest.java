package sluice.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.dictionary.Dictionary;
import sluice.export.ExportOptions;
import sluice.export.Exporter;
import sluice.ingest.Source;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.GraphHash;
import sluice.store.ScanProgress;
import sluice.store.StoreReader;

class ExportTest {
    @TempDir Path directory;

    private final long seed = Long.getLong("seed", System.nanoTime());

    @Test
    void namesOfAnyBytesComeBack() throws IOException {
        new TextGraph(new SplittableRandom(seed), true, 'a').write(directory.resolve("in"), 200);
        MemoryStorage store = MemoryStorage.create();
        TextGraph.load(store, directory.resolve("in"), TextGraph.options(2, 0, 20_000));
        assertComesBack(store, ExportOptions.Format.CSV);
        MemoryStorage target = MemoryStorage.create();
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> export(store, target, 1, ExportOptions.Format.PARQUET));
        assertTrue(refused.getMessage().contains("is no UTF-8"), refused.getMessage());
        assertEquals(List.of(), target.list());
    }

    @Test
    void namesInUtf8ComeBackInParquet() throws IOException {
        Path in = Files.createDirectories(directory.resolve("in"));
        Files.writeString(
                in.resolve("links.csv"),
                "id1(Person),link_type,id2(City),time,visibility,version,data\n"
                        + "ann,likes,Zürich,5,1,0,\"a, \"\"b\"\"\"\nbob,hates,Oslo,-7,0,3,\n");
        Files.writeString(in.resolve("nodes.csv"), "id(Person),type,time,data\nann,9,1,Ann\n");
        Files.writeString(
                in.resolve("mapping.yaml"),
                "relations:\n  - files: links.csv\n    link: {column: link_type, names: true}\n");
        MemoryStorage store = MemoryStorage.create();
        TextGraph.load(store, in, TextGraph.options(1, 0, 0));
        assertComesBack(store);
    }

    @Test
    void numbersAndAnyDataComeBackInParquet() throws IOException {
        Path in = Files.createDirectories(directory.resolve("in"));
        ByteArrayOutputStream links = new ByteArrayOutputStream();
        links.writeBytes(
                "id1,link_type,id2,time,visibility,version,data\n"
                        .getBytes(StandardCharsets.UTF_8));
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 3000; i++) {
            long id1 = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(50);
            String numbers =
                    "%s,%d,%s,%d,%d,%d,"
                            .formatted(
                                    Long.toUnsignedString(id1),
                                    random.nextInt(3),
                                    Long.toUnsignedString(random.nextLong()),
                                    random.nextLong(),
                                    random.nextInt(2),
                                    random.nextInt(-1, 2));
            links.writeBytes(numbers.getBytes(StandardCharsets.UTF_8));
            byte[] data = new byte[random.nextInt(9)];
            random.nextBytes(data);
            links.write('"');
            for (byte value : data) {
                links.write(value);
                if (value == '"') {
                    links.write('"');
                }
            }
            links.writeBytes("\"\n".getBytes(StandardCharsets.UTF_8));
        }
        Files.write(in.resolve("links.csv"), links.toByteArray());
        MemoryStorage store = MemoryStorage.create();
        loadAll(store, in);
        assertComesBack(store);
    }

    @Test
    void numbersComeBack() throws IOException {
        new TextGraph(new SplittableRandom(seed), false, 'a').write(directory.resolve("in"), 400);
        MemoryStorage store = MemoryStorage.create();
        TextGraph.load(store, directory.resolve("in"), TextGraph.options(2, 0, 20_000));
        assertComesBack(store, ExportOptions.Format.CSV);
    }

    /** Lines inside of data look like rows whose ids and types are names. */
    @Test
    void dataThatLooksLikeRowsIsData() throws IOException {
        String line = "\na,b,c,d,e,f,g\n";
        Files.createDirectories(directory.resolve("in"));
        Files.writeString(
                directory.resolve("in").resolve("links.csv"),
                "id1,link_type,id2,time,visibility,version,data\n1,2,3,4,1,0,\"" + line + "\"\n");
        MemoryStorage store = MemoryStorage.create();
        loadAll(store, directory.resolve("in"));
        try (StoreReader reader = StoreReader.open(store)) {
            assertArrayEquals(
                    line.getBytes(StandardCharsets.UTF_8),
                    reader.link(1, 2, 3).value().orElseThrow().data());
        }
        assertComesBack(store);
    }

    @Test
    void aGraphWithoutRowsComesBack() throws IOException {
        Files.createDirectories(directory.resolve("in"));
        Files.writeString(directory.resolve("in").resolve("none.csv"), "id1,id2\n");
        MemoryStorage store = MemoryStorage.create();
        loadAll(store, directory.resolve("in"));
        assertComesBack(store);
    }

    @Test
    void filesDoNotDependOnThreads() throws IOException {
        new TextGraph(new SplittableRandom(seed), true, 'a').write(directory.resolve("in"), 100);
        MemoryStorage store = MemoryStorage.create();
        TextGraph.load(store, directory.resolve("in"), TextGraph.options(2, 0, 10_000));
        MemoryStorage one = MemoryStorage.create();
        MemoryStorage three = MemoryStorage.create();
        export(store, one, 1);
        export(store, three, 3);
        assertEquals(one.list(), three.list());
        assertTrue(one.list().contains(Exporter.MAPPING));
        for (String name : one.list()) {
            assertEquals(read(one, name), read(three, name), name);
        }
    }

    @Test
    void aDirectoryThatHoldsSomethingIsRefused() throws IOException {
        MemoryStorage target = MemoryStorage.create();
        target.create("precious").close();
        MemoryStorage store = someStore();
        SluiceException refused =
                assertThrows(SluiceException.class, () -> export(store, target, 1));
        assertTrue(
                refused.getMessage().contains("is not empty: it holds precious"),
                refused.getMessage());
        assertEquals(List.of("precious"), target.list());
    }

    @Test
    void aFullDiskLeavesNothing() throws IOException {
        MemoryStorage store = someStore();
        MemoryStorage whole = MemoryStorage.create();
        long bytes = export(store, whole, 1).bytes();
        for (long capacity : new long[] {0, bytes / 2, bytes - 1, bytes}) {
            MemoryStorage target =
                    MemoryStorage.create(MemoryStorage.Options.DEFAULT.withCapacityBytes(capacity));
            assertThrows(IOException.class, () -> export(store, target, 2), "capacity " + capacity);
            assertEquals(List.of(), target.list(), "capacity " + capacity);
        }
    }

    private MemoryStorage someStore() throws IOException {
        new TextGraph(new SplittableRandom(seed), true, 'a').write(directory.resolve("some"), 100);
        MemoryStorage store = MemoryStorage.create();
        TextGraph.load(store, directory.resolve("some"), TextGraph.options(1, 0, 0));
        return store;
    }

    @Test
    void aStoreWithPropertiesIsRefused() throws IOException {
        Files.createDirectories(directory.resolve("in"));
        Files.writeString(directory.resolve("in").resolve("a.nt"), "<s:a> <s:name> \"Ann\" .\n");
        MemoryStorage store = MemoryStorage.create();
        loadAll(store, directory.resolve("in"));
        MemoryStorage target = MemoryStorage.create();
        SluiceException refused =
                assertThrows(SluiceException.class, () -> export(store, target, 1));
        assertEquals(ErrorCode.CONFIG, refused.code());
        assertEquals(List.of(), target.list());
    }

    private void assertComesBack(Storage store) throws IOException {
        assertComesBack(store, ExportOptions.Format.CSV);
        assertComesBack(store, ExportOptions.Format.PARQUET);
    }

    private void assertComesBack(Storage store, ExportOptions.Format format) throws IOException {
        GraphHash before = TextGraph.hash(store, 2);
        Path text = directory.resolve("out of " + format);
        Exporter.Result result = export(store, DirectoryStorage.create(text), 2, format);
        assertEquals(before.nodes(), result.nodes());
        assertEquals(before.links(), result.links());
        MemoryStorage again = MemoryStorage.create();
        TextGraph.load(again, text, TextGraph.options(1, 0, 5000));
        assertEquals(before, TextGraph.hash(again, 1), () -> "seed " + seed);
    }

    private static Exporter.Result export(Storage store, Storage target, int threads)
            throws IOException {
        return export(store, target, threads, ExportOptions.Format.CSV);
    }

    private static Exporter.Result export(
            Storage store, Storage target, int threads, ExportOptions.Format format)
            throws IOException {
        try (StoreReader reader = StoreReader.open(store);
                Dictionary dictionary = Dictionary.open(store, reader.manifest().nameFiles())) {
            ExportOptions options = new ExportOptions(format, 0, threads);
            return Exporter.export(reader, dictionary, target, options, new ScanProgress());
        }
    }

    private static void loadAll(Storage store, Path files) throws IOException {
        Source source = Source.open(List.of(files.toString()), null);
        LoadOptions options = TextGraph.options(1, 0, 0);
        Load.run(store, source, options, new LoadProgress(), LoadEvents.NONE, new Demand());
    }

    private static ByteBuffer read(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            return bytes.flip();
        }
    }
}
