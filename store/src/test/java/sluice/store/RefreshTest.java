package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.RowKind;
import sluice.segment.Borders;
import sluice.segment.Row;
import sluice.segment.TestFiles;
import sluice.storage.CorruptFileException;
import sluice.storage.DirectoryStorage;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;

class RefreshTest {
    private static final int IDS = 40;
    private static final int LINKS = 60;
    private static final int VERSIONS = 20;

    @TempDir Path directory;

    /** Every row of version n says n: an answer of two manifests would hold two numbers. */
    @Test
    void answersComeFromOneManifestWhileFilesAreReplaced() throws Exception {
        Storage storage = DirectoryStorage.create(directory);
        publish(storage, 1);
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong answers = new AtomicLong();
        ExecutorService readers = Executors.newFixedThreadPool(3);
        try (StoreReader reader = StoreReader.open(storage)) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int first = i;
                futures.add(
                        readers.submit(
                                () -> {
                                    long least = 1;
                                    for (long id = first; !done.get(); id++) {
                                        least = assertOneVersion(reader, id % IDS, least);
                                        assertFalse(Thread.currentThread().isInterrupted());
                                        answers.incrementAndGet();
                                    }
                                    return null;
                                }));
            }
            for (int version = 2; version <= VERSIONS; version++) {
                publish(storage, version);
                assertTrue(reader.refresh());
                assertFalse(reader.refresh());
                long before = answers.get();
                while (answers.get() == before && futures.stream().noneMatch(Future::isDone)) {
                    LockSupport.parkNanos(100_000);
                }
            }
            done.set(true);
            for (Future<?> future : futures) {
                future.get(10, TimeUnit.SECONDS);
            }
            assertEquals(VERSIONS, reader.manifest().version());
        } finally {
            done.set(true);
            readers.shutdown();
            assertTrue(readers.awaitTermination(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void endsAScanOnTheManifestOnWhichItBegan() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        publish(storage, 1);
        List<Long> times = new ArrayList<>();
        try (StoreReader reader = StoreReader.open(storage)) {
            reader.scan(
                    new GraphReader.Visitor() {
                        @Override
                        public void node(Node node) throws IOException {
                            if (node.id() == 3) {
                                publish(storage, 2);
                                assertTrue(reader.refresh());
                            }
                            times.add(node.time());
                        }

                        @Override
                        public void link(Link link) {
                            times.add(link.time());
                        }
                    });
            assertEquals(Collections.nCopies(IDS * (LINKS + 1), 1L), times);
            assertEquals(List.of("run-2", "segment-2"), storage.openHandles().sources());
        }
    }

    @Test
    void saysThatItIsClosed() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        publish(storage, 1);
        StoreReader reader = StoreReader.open(storage);
        reader.close();
        reader.close();
        assertThrows(IllegalStateException.class, () -> reader.node(1));
        assertThrows(IllegalStateException.class, reader::refresh);
    }

    @Test
    void closesFilesThatTheNewManifestDoesNotUse() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        publish(storage, 1);
        try (StoreReader reader = StoreReader.open(storage)) {
            publish(storage, 2);
            reader.refresh();
            assertEquals(List.of("run-2", "segment-2"), storage.openHandles().sources());
        }
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    @Test
    void opensAFileAnewThatWasReplacedUnderItsName() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        ManifestFile.publish(
                storage,
                manifest(
                        1,
                        TestFiles.writeSegment(
                                storage, "s", List.of(Row.of(1, 1, 1, 1)), List.of())));
        try (StoreReader reader = StoreReader.open(storage)) {
            FileEntry entry =
                    TestFiles.writeSegment(storage, "s", List.of(Row.of(2, 1, 1, 1)), List.of());
            ManifestFile.publish(storage, manifest(2, entry));
            reader.refresh();
            assertEquals(1, reader.count(2, 1).value());
            assertEquals(0, reader.count(1, 1).value());
            assertEquals(List.of("s"), storage.openHandles().sources());
        }
    }

    /**
     * The checks were passed when a file is cut short: reading the lost page must not end the
     * process.
     */
    @Test
    void reportsAMappedFileThatWasCutShort() throws IOException {
        Storage storage = DirectoryStorage.create(directory);
        publish(storage, 1);
        try (StoreReader reader = StoreReader.open(storage)) {
            assertEquals(LINKS, reader.count(1, 1).value());
            try (FileChannel channel =
                    FileChannel.open(directory.resolve("segment-1"), StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
            CorruptFileException failure =
                    assertThrows(CorruptFileException.class, () -> reader.count(1, 1));
            assertEquals("segment-1", failure.file());
        }
    }

    private static long assertOneVersion(StoreReader reader, long id, long least)
            throws IOException {
        List<Link> links = reader.linkList(LinkQuery.newest(id, 1, 1000)).value().links();
        assertEquals(LINKS, links.size());
        long version = links.getFirst().time();
        assertTrue(version >= least, "went back from %d to %d".formatted(least, version));
        for (Link link : links) {
            assertEquals(version, link.time());
        }
        long nodeVersion = reader.node(id).value().orElseThrow().time();
        assertTrue(nodeVersion >= version);
        return nodeVersion;
    }

    /**
     * Ids below 20 lie in a segment, the others in a run; the files of the version before are
     * deleted.
     */
    private static void publish(Storage storage, int version) throws IOException {
        List<Row> low = new ArrayList<>();
        List<Row> high = new ArrayList<>();
        List<Row> nodes = new ArrayList<>();
        for (int id = 0; id < IDS; id++) {
            nodes.add(Row.of(id, 1, 0, version));
            for (int i = 0; i < LINKS; i++) {
                (id < IDS / 2 ? low : high).add(Row.of(id, 1, i, version));
            }
        }
        FileEntry segment = TestFiles.writeSegment(storage, "segment-" + version, low, nodes);
        Borders borders = new Borders(new long[] {0, IDS / 2}, new long[2]);
        FileEntry run = TestFiles.writeRun(storage, "run-" + version, RowKind.LINK, borders, high);
        ManifestFile.publish(
                storage,
                new Manifest(
                        version,
                        false,
                        1,
                        Manifest.Phase.BUILDING,
                        "",
                        List.of(
                                new Bucket(0, 0, Bucket.State.BUILT, segment, 0),
                                new Bucket(IDS / 2, 0, Bucket.State.STAGED, segment, 0)),
                        List.of(run),
                        List.of()));
        if (version > 1) {
            storage.delete("segment-" + (version - 1));
            storage.delete("run-" + (version - 1));
        }
    }

    private static Manifest manifest(int version, FileEntry segment) {
        return new Manifest(
                version,
                false,
                1,
                Manifest.Phase.COMPLETE,
                "",
                List.of(new Bucket(0, 0, Bucket.State.BUILT, segment, 0)),
                List.of(),
                List.of());
    }
}
