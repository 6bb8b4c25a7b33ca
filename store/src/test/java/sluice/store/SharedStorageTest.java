package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.segment.Row;
import sluice.storage.CorruptFileException;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.SyncedFiles;
import sluice.store.commit.LogCommit;
import sluice.store.shared.CacheSettings;
import sluice.store.shared.SharedStorage;
import sluice.testkit.Seeds;

/**
 * A store in shared storage answers as one in a directory does, also while either place misbehaves.
 */
class SharedStorageTest {
    private static final CacheSettings SMALL = new CacheSettings(1 << 20, 40_000);

    private final MemoryStorage place = MemoryStorage.create();
    private final FarFiles far = new FarFiles(place);
    private final MemoryStorage disk = MemoryStorage.create();

    private SharedStorage open() throws IOException {
        return SharedStorage.open(
                far, SyncedFiles.over(place, "p"), () -> disk, SMALL, System::nanoTime);
    }

    /** Writes a store, and its manifest into a log. */
    private RandomStore write(SplittableRandom random, Manifest.Phase phase) throws IOException {
        RandomStore store = RandomStore.write(place, random, phase, RandomStore.Size.USUAL);
        place.delete(Manifest.FILE_NAME);
        commit(store.manifest().withVersion(1));
        return store;
    }

    private void commit(Manifest manifest) throws IOException {
        LogCommit.begin(
                        SyncedFiles.over(place, "writer"),
                        new UUID(1, 2),
                        "here",
                        LogCommit.Keep.USUAL,
                        () -> 1)
                .commit(manifest);
    }

    @Test
    void answersAsTheReferenceInEveryPhase() {
        for (Manifest.Phase phase :
                List.of(Manifest.Phase.STAGING, Manifest.Phase.BUILDING, Manifest.Phase.COMPLETE)) {
            Seeds.each(
                    3,
                    random -> {
                        SharedStorageTest fresh = new SharedStorageTest();
                        RandomStore store = fresh.write(random, phase);
                        for (int start = 0; start < 2; start++) {
                            try (SharedStorage shared = fresh.open();
                                    StoreReader reader = StoreReader.open(shared)) {
                                StoreReaderTest.assertQueries(random, store, reader, 60);
                            }
                        }
                        assertEquals(OpenHandles.NONE, fresh.place.openHandles());
                        assertEquals(OpenHandles.NONE, fresh.disk.openHandles());
                    });
        }
    }

    @Test
    void secondStartFetchesNothingButTheManifest() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        RandomStore store = write(random, Manifest.Phase.COMPLETE);
        for (int start = 0; start < 2; start++) {
            far.requests.set(0);
            try (SharedStorage shared = open();
                    StoreReader reader = StoreReader.open(shared)) {
                StoreReaderTest.assertQueries(new SplittableRandom(1), store, reader, 60);
                assertEquals(far.requests.get(), shared.fetched().requests());
            }
            assertEquals(start == 0, far.requests.get() > 0, far.requests + " requests");
        }
    }

    @Test
    void lookUpInRunsOfManySlicesFetchesFewPiecesOfTheirTables() throws IOException {
        WideStore wide = new WideStore(2, 30_000);
        wide.write(place);
        Manifest manifest = ManifestFile.read(place).orElseThrow();
        place.delete(Manifest.FILE_NAME);
        commit(manifest);
        try (SharedStorage shared = open();
                StoreReader reader = StoreReader.open(shared)) {
            far.bytes.set(0);
            assertEquals(2, reader.count(wide.id1(12_345), WideStore.TYPE).value());
            // Pieces of 64 KiB: of slices, fences, a block and checksums, in both runs.
            assertTrue(far.bytes.get() <= 10 << 16, far.bytes + " bytes of tables with 2.9 MB");
        }
    }

    @Test
    void verifiesAndIsRightAfterDamageOfTheLocalDisk() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        RandomStore store = write(random, Manifest.Phase.COMPLETE);
        try (SharedStorage shared = open();
                StoreReader reader = StoreReader.open(shared)) {
            assertTrue(StoreVerifier.verify(shared, StoreVerifier.Options.DEFAULT).isGood());
            String name =
                    disk.list().stream().filter(n -> n.startsWith("cache-0")).findFirst().get();
            long length = bytes(disk, name).length;
            for (long at = 50; at < length; at += 1000) {
                disk.damage(name, at, (byte) random.nextInt());
            }
            StoreReaderTest.assertQueries(random, store, reader, 60);
            assertTrue(shared.fetched().cache().damaged() > 0);
        }
    }

    @Test
    void damageFarAwayIsReportedByTheNameOfTheFile() throws IOException {
        RandomStore store = write(new SplittableRandom(4), Manifest.Phase.COMPLETE);
        String name = store.manifest().blockFiles().getFirst().name();
        byte[] bytes = bytes(place, name);
        for (int at = 64; at < bytes.length - 200; at += 100) {
            place.damage(name, at, (byte) ~bytes[at]);
        }
        try (SharedStorage shared = open();
                StoreReader reader = StoreReader.open(shared)) {
            CorruptFileException failure =
                    assertThrows(CorruptFileException.class, () -> reader.scan(ignored()));
            assertEquals(name, failure.file());
        }
    }

    private static GraphReader.Visitor ignored() {
        return new GraphReader.Visitor() {
            @Override
            public void node(Node node) {}

            @Override
            public void link(Link link) {}
        };
    }

    @Test
    void readerMovesOnToTheNewestManifestWhole() throws IOException {
        RandomStore store = write(new SplittableRandom(4), Manifest.Phase.BUILDING);
        try (SharedStorage shared = open();
                StoreReader reader = StoreReader.open(shared)) {
            assertFalse(reader.refresh());
            commit(store.manifest().withVersion(2));
            commit(store.manifest().withVersion(3));
            assertTrue(reader.refresh());
            assertEquals(3, reader.manifest().version());
            assertFalse(reader.refresh());
        }
    }

    @Test
    void storageThatIsAwayFailsWhatItMissesAndNothingElse() throws IOException {
        RandomStore store = write(new SplittableRandom(4), Manifest.Phase.COMPLETE);
        Row probe = store.rows().link(false);
        try (SharedStorage shared = open()) {
            far.isAway = true;
            assertThrows(IOException.class, () -> StoreReader.open(shared));
            far.isAway = false;
            StoreReader reader = StoreReader.open(shared);
            LinkQuery query = LinkQuery.newest(probe.id1(), probe.type(), 1000);
            assertEquals(store.graph().list(query), reader.linkList(query).value().links());
            far.isAway = true;
            assertEquals(store.graph().list(query), reader.linkList(query).value().links());
            reader.close();
        }
    }

    @Test
    void anotherStoreInItsPlaceIsToldFromTheOldOne() throws IOException {
        RandomStore store = write(new SplittableRandom(4), Manifest.Phase.COMPLETE);
        commit(store.manifest().withVersion(2));
        commit(store.manifest().withVersion(3));
        try (SharedStorage shared = open();
                StoreReader reader = StoreReader.open(shared)) {
            for (String name : place.list()) {
                place.delete(name);
            }
            RandomStore other = write(new SplittableRandom(5), Manifest.Phase.COMPLETE);
            IOException failure = assertThrows(IOException.class, reader::refresh);
            assertTrue(
                    String.valueOf(failure.getMessage()).contains("another store took its place"),
                    failure.getMessage());
            try (StoreReader again = StoreReader.open(shared)) {
                StoreReaderTest.assertQueries(new SplittableRandom(1), other, again, 60);
            }
        }
    }

    @Test
    void storeThatWasCopiedFromADirectoryIsRead() throws IOException {
        RandomStore store =
                RandomStore.write(
                        place,
                        new SplittableRandom(4),
                        Manifest.Phase.COMPLETE,
                        RandomStore.Size.USUAL);
        try (SharedStorage shared = open();
                StoreReader reader = StoreReader.open(shared)) {
            assertTrue(shared.isCopy());
            StoreReaderTest.assertQueries(new SplittableRandom(1), store, reader, 60);
        }
    }

    @Test
    void storeThatAnotherProcessBeginsMeanwhileIsNoCopy() throws IOException {
        PublishedFiles files = SyncedFiles.over(place, "p");
        AtomicBoolean isBegun = new AtomicBoolean();
        PublishedFiles busy =
                (PublishedFiles)
                        Proxy.newProxyInstance(
                                PublishedFiles.class.getClassLoader(),
                                new Class<?>[] {PublishedFiles.class},
                                (_, method, arguments) -> {
                                    try {
                                        return method.invoke(files, arguments);
                                    } catch (InvocationTargetException e) {
                                        throw e.getCause();
                                    } finally {
                                        if (method.getName().equals("list")
                                                && !isBegun.getAndSet(true)) {
                                            write(new SplittableRandom(4), Manifest.Phase.STAGING);
                                        }
                                    }
                                });
        try (SharedStorage shared =
                SharedStorage.open(far, busy, () -> disk, SMALL, System::nanoTime)) {
            assertFalse(shared.isCopy());
            busy.list("");
            assertTrue(place.list().contains(Manifest.FILE_NAME), place.list()::toString);
            assertFalse(shared.isCopy());
        }
    }

    @Test
    void placeWithoutAStoreSaysSo() throws IOException {
        try (SharedStorage shared = open()) {
            assertThrows(NoSuchFileException.class, () -> shared.open(Manifest.FILE_NAME));
            assertThrows(SluiceException.class, () -> StoreReader.open(shared));
        }
    }

    @Test
    void otherProcessIsRefusedTheCacheAndAKilledOnesFilesGo() throws IOException {
        write(new SplittableRandom(4), Manifest.Phase.COMPLETE);
        write(disk, "copy-1.tmp");
        try (SharedStorage _ = open()) {
            assertFalse(disk.list().contains("copy-1.tmp"));
            SluiceException refused = assertThrows(SluiceException.class, this::open);
            assertTrue(
                    String.valueOf(refused.getMessage()).contains("another process has this cache"),
                    refused.getMessage());
        }
    }

    /** Nothing is copied then: the message names the file that is wanted. */
    @Test
    void aFileThatCannotBeMappedIsNamed() throws IOException {
        try (SharedStorage shared = open();
                Arena arena = Arena.ofConfined()) {
            IOException missing =
                    assertThrows(IOException.class, () -> shared.map("segment-1", 100, arena));
            assertTrue(
                    String.valueOf(missing.getMessage()).contains("segment-1"), missing::toString);
        }
    }

    @Test
    void filesAreOnlyPublished() throws IOException {
        try (SharedStorage shared = open()) {
            assertThrows(UnsupportedOperationException.class, () -> shared.create("segment-1"));
            write(shared, "names-1.tmp");
            assertEquals(List.of("names-1.tmp"), shared.list());
            shared.delete("names-1.tmp");
            assertEquals(List.of(), place.list());
        }
    }

    private static void write(Storage storage, String name) throws IOException {
        try (Storage.Sink sink = storage.create(name)) {
            StorageFiles.writeFully(sink, ByteBuffer.wrap(new byte[100]));
        }
    }

    private static byte[] bytes(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            return bytes.array();
        }
    }
}
