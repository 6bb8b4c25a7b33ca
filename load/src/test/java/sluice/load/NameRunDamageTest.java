package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.Survival;
import sluice.store.StoreVerifier;

/**
 * The names of chunks that a load keeps until it has them all: each damaged byte is found, and a
 * load that goes on collects the names of such a chunk again.
 */
class NameRunDamageTest {
    private static final LoadOptions OPTIONS =
            LoadFixture.options().withThreads(1).withChunkBytes(60);

    @TempDir Path directory;

    private final MemoryStorage stopped = LoadFixture.storage();
    private Source source;
    private String graph = "";

    /** A second load, which has collected the names of some chunks. */
    @BeforeEach
    void stopWhileCollecting() throws IOException {
        stopWhileCollecting(OPTIONS, 40, "two");
    }

    private void stopWhileCollecting(LoadOptions options, int rowCount, String name)
            throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("first.csv", "id1(a),link_type,id2(b)\nx,likes,y\n");
        StringBuilder rows = new StringBuilder("id1(a),link_type,id2(b)\n");
        for (int i = 0; i < rowCount; i++) {
            rows.append("one").append(i).append(",likes,").append(name).append(i / 2).append('\n');
        }
        fixture.write("second.csv", rows.toString());
        LoadFixture.load(stopped, fixture.source("first.csv"), options);
        source = fixture.source("second.csv");
        MemoryStorage whole = copy();
        LoadFixture.load(whole, source, options);
        graph = LoadFixture.graph(whole);
        LoadEvents stop =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        return runs().size() == 4;
                    }
                };
        assertThrows(SluiceException.class, () -> LoadFixture.load(stopped, source, options, stop));
        assertEquals(4, runs().size(), () -> "files: " + stopped.list());
    }

    @Test
    void verifyFindsEveryDamage() throws IOException {
        assertTrue(isGood(stopped));
        for (String name : runs()) {
            byte[] good = bytes(name);
            for (int at = 0; at < good.length; at++) {
                for (int bit = 0; bit < 8; bit++) {
                    stopped.damage(name, at, (byte) (good[at] ^ 1 << bit));
                    assertFalse(isGood(stopped), name + " byte " + at + " bit " + bit);
                }
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
    void verifyFindsRunUnderTheNameOfAnother() throws IOException {
        MemoryStorage swapped = copy();
        swapped.rename(runs().get(0), runs().get(1));
        assertFalse(isGood(swapped));
    }

    @Test
    void loadThatGoesOnCollectsTheNamesOfDamagedRunAgain() throws IOException {
        for (String name : runs()) {
            byte[] good = bytes(name);
            for (int at = 0; at < good.length; at += 97) {
                MemoryStorage damaged = copy();
                damaged.damage(name, at, (byte) (good[at] ^ 1));
                assertGoesOn(damaged, OPTIONS);
            }
        }
        MemoryStorage swapped = copy();
        swapped.rename(runs().get(0), runs().get(1));
        assertGoesOn(swapped, OPTIONS);
        MemoryStorage fewer = copy();
        fewer.delete(runs().get(2));
        assertGoesOn(fewer, OPTIONS);
    }

    /** Opening a run checks its end and its first block. */
    @Test
    void loadThatGoesOnReadsEveryBlockOfWhatItKeeps() throws IOException {
        stopped.list().forEach(this::delete);
        LoadOptions options = OPTIONS.withChunkBytes(60_000);
        stopWhileCollecting(options, 80, "n".repeat(4_000));
        String name = runs().get(1);
        byte[] good = bytes(name);
        assertTrue(good.length > 20_000, "bytes: " + good.length);
        MemoryStorage damaged = copy();
        damaged.damage(name, 18_000, (byte) (good[18_000] ^ 1));
        assertFalse(isGood(damaged));
        assertGoesOn(damaged, options);
    }

    private void delete(String name) {
        try {
            stopped.delete(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertGoesOn(MemoryStorage storage, LoadOptions options) throws IOException {
        LoadFixture.load(storage, source, options);
        assertEquals(graph, LoadFixture.graph(storage));
        assertTrue(isGood(storage));
    }

    private List<String> runs() {
        return stopped.list().stream().filter(name -> name.matches("names-.*[.]run")).toList();
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
