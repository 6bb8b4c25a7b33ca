package sluice.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import sluice.dictionary.Dictionary;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreFiles;
import sluice.model.SluiceException;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.Survival;
import sluice.store.GraphHash;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.ScanProgress;
import sluice.store.StoreReader;
import sluice.store.StoreVerifier;
import sluice.testkit.GoldenStore;

/** Stores of every released format are upgraded, also where the power goes at any operation. */
class UpgradeTest {
    static final List<String> NAMES = GoldenStore.NAMES;

    private static final String OLDEST = "format-1-numbers";
    private static final int DRAWS = 8;
    private static final StoreVerifier.Options EVERYTHING =
            StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther);

    @ParameterizedTest
    @FieldSource("NAMES")
    void theGraphStaysAndNoOldFileIsLeft(String name) throws IOException {
        GoldenStore golden = GoldenStore.read(name);
        MemoryStorage storage = build(golden);
        List<Upgrade.Format> told = Upgrade.formats(storage);
        assertEquals(told, Upgrade.run(storage));
        assertEquals(golden.manifestFormat() < 2, told.getFirst().isOld(), told::toString);
        assertTrue(Upgrade.formats(storage).stream().noneMatch(Upgrade.Format::isOld));
        assertSame(golden, storage);
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void whereNothingIsOldNoByteIsWritten(String name) throws IOException {
        GoldenStore golden = GoldenStore.read(name);
        MemoryStorage storage = build(golden);
        if (golden.manifestFormat() == 1) {
            Upgrade.run(storage);
        }
        List<String> names = storage.list();
        byte[] manifest = bytes(storage);
        Upgrade.run(storage);
        assertEquals(names, storage.list());
        assertArrayEquals(manifest, bytes(storage));
        MemoryStorage untold = build(golden);
        List<String> before = untold.list();
        Upgrade.formats(untold);
        assertEquals(before, untold.list(), "a look leaves no lock");
    }

    @Test
    void aCutAtAnyOperationLeavesTheOldOrTheNew() throws IOException {
        GoldenStore golden = GoldenStore.read(OLDEST);
        SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
        boolean isCut = true;
        int cuts = 0;
        for (int at = 1; isCut; at++) {
            MemoryStorage disk = build(golden);
            FaultyStorage cut = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
            try {
                Upgrade.run(cut);
            } catch (PowerCut _) {
                cuts++;
            }
            isCut = cut.isCut();
            for (Survival survival : Survival.values()) {
                for (int draw = 0; draw < DRAWS; draw++) {
                    MemoryStorage left = disk.crash(random.split(), survival);
                    assertSame(golden, left);
                    Upgrade.run(left);
                    assertEquals(2, ManifestFile.format(left, Manifest.FILE_NAME).orElse(0));
                    assertSame(golden, left);
                }
            }
        }
        assertTrue(cuts >= 5, "cuts: " + cuts);
    }

    @Test
    void aFailureAtAnyOperationLeavesTheOldOrTheNew() throws IOException {
        GoldenStore golden = GoldenStore.read(OLDEST);
        boolean hasFailed = true;
        for (int at = 1; hasFailed; at++) {
            MemoryStorage disk = build(golden);
            hasFailed = false;
            try {
                Upgrade.run(FaultyStorage.over(disk, FaultPlan.at(at, Fault.EIO)));
            } catch (IOException _) {
                hasFailed = true;
            }
            assertSame(golden, disk);
            Upgrade.run(disk);
            assertSame(golden, disk);
        }
    }

    @Test
    void servedReadersMoveOnToTheNewManifest() throws IOException {
        MemoryStorage storage = build(GoldenStore.read(OLDEST));
        long before = ManifestFile.read(storage).orElseThrow().version();
        Upgrade.run(storage);
        assertEquals(before + 1, ManifestFile.read(storage).orElseThrow().version());
    }

    @Test
    void aRunningLoadIsNotDisturbed() throws IOException {
        MemoryStorage storage = build(GoldenStore.read(OLDEST));
        byte[] manifest = bytes(storage);
        try (Closeable _ = LoadLock.hold(storage)) {
            SluiceException refused =
                    assertThrows(SluiceException.class, () -> Upgrade.run(storage));
            assertTrue(String.valueOf(refused.getMessage()).contains("another load"));
        }
        assertArrayEquals(manifest, bytes(storage));
    }

    @Test
    void aDirectoryWithoutManifestIsNoStore() {
        SluiceException refused =
                assertThrows(SluiceException.class, () -> Upgrade.run(MemoryStorage.create()));
        assertTrue(String.valueOf(refused.getMessage()).contains("is not a store"));
    }

    private static MemoryStorage build(GoldenStore golden) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        for (Map.Entry<String, byte[]> file : golden.files().entrySet()) {
            try (Storage.Sink sink = storage.create(file.getKey())) {
                StorageFiles.writeFully(sink, ByteBuffer.wrap(file.getValue()));
                sink.sync();
            }
        }
        storage.syncDirectory();
        return storage;
    }

    private static void assertSame(GoldenStore golden, Storage storage) throws IOException {
        StoreVerifier.Report report = StoreVerifier.verify(storage, EVERYTHING);
        assertTrue(report.isGood(), () -> report.findings().toString());
        try (StoreReader reader = StoreReader.open(storage);
                Dictionary names = Dictionary.open(storage, reader.manifest().nameFiles())) {
            GraphHash hash = GraphHash.of(reader, names, 1, new ScanProgress());
            assertEquals(
                    new GraphHash(
                            golden.digest(),
                            golden.nodes(),
                            golden.links() - hash.properties(),
                            hash.properties(),
                            true),
                    hash);
        }
        for (Map.Entry<String, byte[]> file : golden.files().entrySet()) {
            assertFalse(!file.getKey().equals(Manifest.FILE_NAME) && differs(storage, file));
        }
    }

    private static boolean differs(Storage storage, Map.Entry<String, byte[]> file)
            throws IOException {
        return !ByteBuffer.wrap(bytes(storage, file.getKey()))
                .equals(ByteBuffer.wrap(file.getValue()));
    }

    private static byte[] bytes(Storage storage) throws IOException {
        return bytes(storage, Manifest.FILE_NAME);
    }

    private static byte[] bytes(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, buffer, 0);
            return buffer.array();
        }
    }
}
