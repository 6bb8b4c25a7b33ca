package sluice.storage.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;
import sluice.storage.shared.SharedSettings;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.commit.LogCommit;
import sluice.store.commit.LogReader;

/** Sources by address, in each kind of shared storage. */
abstract class SharedSourceContract {
    private static final int LINKS = 20_000;

    private static final AtomicInteger folders = new AtomicInteger();

    @TempDir Path folder;

    /** How the storage is reached. */
    abstract SharedSettings settings();

    /** A folder of it, for tests, without a slash at its end. */
    abstract String root();

    @Test
    void aLoadMakesTheBytesThatALoadFromADiskMakes() throws IOException {
        List<Path> files = writeGraph();
        String shared = root() + "/graph";
        for (Path file : files) {
            upload(file, shared + "/" + folder.relativize(file));
        }
        upload(files.getFirst(), shared + "/.hidden/people.csv");
        upload(files.getFirst(), shared + "/_SUCCESS");
        Map<String, String> expected = segments(load(List.of(folder.toString())));

        assertFalse(expected.isEmpty());
        assertEquals(expected, segments(load(List.of(shared))));
        assertEquals(
                expected,
                segments(load(List.of(shared + "/people.csv", shared + "/links/*.{csv,csv.gz}"))));
        assertEquals(
                expected,
                segments(
                        load(
                                List.of(
                                        files.getFirst().toString(),
                                        shared + "/links/a.csv," + shared + "/links/b.csv.gz"))));
    }

    @Test
    void aLoadGoesOnWithTheInputThatItBeganWith() throws IOException {
        Path file = writeGraph().get(1);
        String shared = root() + "/resumed/links.csv";
        upload(file, shared);
        List<String> source = List.of(shared);
        MemoryStorage storage = MemoryStorage.create();
        SluiceException stopped =
                assertThrows(SluiceException.class, () -> run(storage, source, stopAfter(3)));
        assertEquals(ErrorCode.INTERRUPTED, stopped.code());
        byte[] changed = Files.readAllBytes(file);
        changed[changed.length / 4] ^= 1;
        Files.write(file, changed);
        upload(file, shared);
        SluiceException refused =
                assertThrows(SluiceException.class, () -> run(storage, source, LoadEvents.NONE));
        assertTrue(refused.getMessage().contains("changed"), refused::getMessage);
    }

    @Test
    void aSourceThatIsNotThereIsNamed() {
        for (String missing : List.of("/none.csv", "/none/*.csv")) {
            SluiceException failure =
                    assertThrows(SluiceException.class, () -> open(List.of(root() + missing)));
            assertEquals(ErrorCode.INPUT, failure.code());
            assertTrue(failure.getMessage().startsWith(root() + missing), failure::getMessage);
        }
    }

    @Test
    void readsAtAnyPlace() throws IOException {
        byte[] content = new byte[300_000];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (i * 31 >> 3);
        }
        Path local = Files.write(folder.resolve("bytes"), content);
        String address = root() + "/odd name/ü+%41";
        upload(local, address);
        SharedFiles files = files();
        SharedFile file = files.find(address).orElseThrow();
        assertEquals(content.length, file.lengthBytes());
        assertEquals(List.of(file.address()), addresses(files.list(root() + "/odd name")));
        for (SharedFiles.Reading reading : SharedFiles.Reading.values()) {
            try (Storage.Source source = files.open(file, reading)) {
                for (int offset : new int[] {200_000, 0, 7, 299_990, 100_000}) {
                    ByteBuffer bytes = ByteBuffer.allocate(10);
                    StorageFiles.readFully(source, bytes, offset);
                    byte[] expected = new byte[10];
                    System.arraycopy(content, offset, expected, 0, 10);
                    assertArrayEquals(expected, bytes.array());
                }
                assertEquals(-1, source.read(ByteBuffer.allocate(1), content.length));
            }
        }
    }

    @Test
    void ofTwoWritersOfManifestsTheLaterOneGoesOn() throws IOException {
        PublishedFiles store = folder();
        AtomicLong clock = new AtomicLong(1);
        LogCommit.Keep few = new LogCommit.Keep(2, 0, 0);
        LogCommit first = LogCommit.begin(store, new UUID(0, 1), "first", few, clock::get);
        for (int version = 1; version <= 4; version++) {
            first.commit(manifest(version));
        }
        LogCommit second = LogCommit.begin(store, new UUID(0, 2), "second", few, clock::get);
        second.commit(manifest(5));

        SluiceException superseded =
                assertThrows(SluiceException.class, () -> first.commit(manifest(5)));
        assertTrue(superseded.getMessage().contains("second"), superseded::getMessage);
        assertEquals(5, LogReader.newest(store).orElseThrow().manifest().version());
        assertEquals(
                List.of("manifest", "manifest-0000000004", "manifest-0000000005"), store.list(""));
    }

    private static Manifest manifest(long version) {
        return new Manifest(
                version,
                false,
                1,
                Manifest.Phase.STAGING,
                "load",
                List.of(new Bucket(0, 0, Bucket.State.STAGED, null, 0)),
                List.of(),
                List.of());
    }

    private static List<String> addresses(List<SharedFile> files) {
        return files.stream().map(SharedFile::address).toList();
    }

    /** A file of nodes, links as text and packed. */
    private List<Path> writeGraph() throws IOException {
        StringBuilder people = new StringBuilder("id,name\n");
        StringBuilder links = new StringBuilder("id1,id2,time,data\n");
        for (int i = 0; i < LINKS; i++) {
            long id = i * 2654435761L % 1000;
            if (i < 1000) {
                people.append(i).append(",person ").append(i).append('\n');
            }
            links.append(id).append(',').append(i % 977).append(',').append(i);
            links.append(",\"said, \"\"").append(i % 13).append("\"\"\"\n");
        }
        Files.createDirectories(folder.resolve("links"));
        Path nodes = Files.writeString(folder.resolve("people.csv"), people);
        Path plain = Files.writeString(folder.resolve("links/a.csv"), links);
        Path packed = folder.resolve("links/b.csv.gz");
        try (OutputStream output = new GZIPOutputStream(Files.newOutputStream(packed))) {
            output.write(links.toString().replace(",9", ",1").getBytes(StandardCharsets.UTF_8));
        }
        return List.of(nodes, plain, packed);
    }

    private static LoadEvents stopAfter(int chunks) {
        AtomicInteger published = new AtomicInteger();
        return new LoadEvents() {
            @Override
            public void published(Manifest manifest) {
                published.addAndGet(manifest.runs().isEmpty() ? 0 : 1);
            }

            @Override
            public boolean stopRequested() {
                return published.get() >= chunks;
            }
        };
    }

    Source open(List<String> source) throws IOException {
        return Source.open(source, null, SourceOptions.standard().withShared(settings()));
    }

    private MemoryStorage load(List<String> source) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        run(storage, source, LoadEvents.NONE);
        return storage;
    }

    private void run(Storage storage, List<String> source, LoadEvents events) throws IOException {
        LoadOptions options =
                LoadOptions.defaults()
                        .withThreads(2)
                        .withChunkBytes(64 << 10)
                        .withBucketBytes(128 << 10);
        Load.run(storage, open(source), options, new LoadProgress(), events, new Demand());
    }

    private static Map<String, String> segments(Storage storage) throws IOException {
        Map<String, String> segments = new TreeMap<>();
        for (String name : storage.list()) {
            if (name.startsWith("segment-")) {
                try (Storage.Source source = storage.open(name)) {
                    ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
                    StorageFiles.readFully(source, bytes, 0);
                    segments.put(name, new String(bytes.array(), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return segments;
    }

    /** A folder that no other test has. */
    PublishedFiles folder() {
        String address = root() + "/store-" + folders.incrementAndGet();
        return new HadoopFilesProvider().folder(address, settings());
    }

    HadoopFiles files() {
        return (HadoopFiles) new HadoopFilesProvider().open(settings());
    }

    void upload(Path local, String address) throws IOException {
        FileSystem system = files().system(address);
        try (OutputStream output = system.create(HadoopFiles.path(address), true)) {
            Files.copy(local, output);
        }
    }
}
