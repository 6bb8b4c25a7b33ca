package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.Survival;
import sluice.store.StoreVerifier;

/**
 * The files that a load keeps beside its manifest while it stages: rejected rows of chunks, and the
 * manifest from before. Each damaged byte of them is found, and none comes into what is loaded.
 */
class StagingDamageTest {
    private static final LoadOptions OPTIONS =
            LoadFixture.diverting().withThreads(1).withChunkBytes(60);

    @TempDir Path directory;

    private MemoryStorage stopped = LoadFixture.storage();
    private Source source;
    private String graph = "";
    private String ledger = "";

    /** A second load, some chunks of which are staged. */
    @BeforeEach
    void stopWhileStaging() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("first.csv", "id1,id2,time\n1,2,3\n");
        StringBuilder rows = new StringBuilder("id1,id2,time\n");
        for (int i = 0; i < 40; i++) {
            rows.append(i).append(",1,").append(i % 4 == 0 ? "bad" + i : "" + i).append('\n');
        }
        fixture.write("second.csv", rows.toString());
        LoadFixture.load(stopped, fixture.source("first.csv"), OPTIONS);
        source = fixture.source("second.csv");
        MemoryStorage whole = copy();
        LoadFixture.load(whole, source, OPTIONS);
        graph = LoadFixture.graph(whole);
        ledger = LoadFixture.text(whole, StoreFiles.ledger(2));
        LoadEvents stop = LoadFixture.stopAfterChunks(4);
        assertThrows(SluiceException.class, () -> LoadFixture.load(stopped, source, OPTIONS, stop));
        assertTrue(rejectFiles().size() > 1, "files of rejected rows: " + stopped.list());
    }

    @Test
    void verifyFindsEveryDamage() throws IOException {
        assertTrue(isGood(stopped));
        for (String name : files()) {
            byte[] good = bytes(name);
            for (int at = 0; at < good.length; at++) {
                stopped.damage(name, at, (byte) (good[at] ^ 1 << at % 8));
                assertFalse(isGood(stopped), name + " byte " + at);
                stopped.damage(name, at, good[at]);
            }
            for (int length = 0; length < good.length; length++) {
                MemoryStorage cut = copy();
                cut.truncate(name, length);
                assertFalse(isGood(cut), name + " cut at " + length);
            }
            assertTrue(isGood(stopped));
        }
    }

    @Test
    void verifyFindsFileUnderTheNameOfAnother() throws IOException {
        List<String> names = rejectFiles();
        MemoryStorage swapped = copy();
        swapped.rename(names.get(0), names.get(1));
        assertFalse(isGood(swapped));
    }

    @Test
    void loadThatGoesOnReadsChunkOfDamagedFileAgain() throws IOException {
        for (String name : rejectFiles()) {
            byte[] good = bytes(name);
            for (int at = 0; at < good.length; at += 5) {
                MemoryStorage damaged = copy();
                damaged.damage(name, at, (byte) (good[at] ^ 1));
                LoadFixture.load(damaged, source, OPTIONS);
                assertEquals(ledger, LoadFixture.text(damaged, StoreFiles.ledger(2)));
                assertEquals(graph, LoadFixture.graph(damaged));
            }
        }
    }

    @Test
    void damagedManifestFromBeforeStopsOnlyGivingUp() throws IOException {
        String name = StoreFiles.before(2);
        byte[] whole = bytes(name);
        stopped.damage(name, whole.length - 1, (byte) ~whole[whole.length - 1]);

        CorruptFileException failure =
                assertThrows(CorruptFileException.class, () -> Load.abandon(stopped));

        assertTrue(failure.getMessage().startsWith(name + " is damaged"), failure::getMessage);
        assertTrue(
                failure.getMessage().endsWith("repeat the command of the load to finish it"),
                failure::getMessage);
        LoadFixture.load(stopped, source, OPTIONS);
        assertEquals(graph, LoadFixture.graph(stopped));
    }

    private List<String> files() {
        return stopped.list().stream()
                .filter(name -> name.startsWith("reject-") || name.equals(StoreFiles.before(2)))
                .toList();
    }

    private List<String> rejectFiles() {
        return stopped.list().stream().filter(name -> name.startsWith("reject-")).sorted().toList();
    }

    private byte[] bytes(String name) throws IOException {
        try (Storage.Source file = stopped.open(name)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) file.lengthBytes());
            StorageFiles.readFully(file, buffer, 0);
            return buffer.array();
        }
    }

    private static boolean isGood(Storage storage) throws IOException {
        return StoreVerifier.verify(
                        storage,
                        StoreVerifier.Options.DEFAULT.withOtherFiles(StoreFiles::verifyOther))
                .isGood();
    }

    private MemoryStorage copy() {
        return stopped.crash(new SplittableRandom(0), Survival.ALL);
    }
}
