package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.ErrorCode;
import sluice.model.HotNode;
import sluice.model.Node;
import sluice.model.SluiceException;

/** A hot store of which files are gone is never made anew, and what is left of it stays. */
class LostHotStoreTest {
    private static final HotOptions OPTIONS =
            new HotOptions(HotOptions.MEMORY_BYTES_MIN, Durability.SYNC);
    private static final long IDENTITY = 77;

    @TempDir Path folder;
    private Path directory = Path.of("");

    @BeforeEach
    void writeAndClose() throws IOException {
        directory = folder.resolve("hot");
        try (RocksHotStore store = RocksHotStore.open(directory, OPTIONS)) {
            assertEquals(IDENTITY, store.identity(() -> IDENTITY));
            store.putNode(HotNode.of(new Node(1, 1, 0, 0, new byte[] {7}), 1));
        }
    }

    @Test
    void itsIdentityStays() throws IOException {
        try (RocksHotStore store = RocksHotStore.openExisting(directory, IDENTITY, OPTIONS)) {
            assertEquals(IDENTITY, store.identity(() -> 0));
            assertNotNull(store.node(1));
        }
    }

    @Test
    void anotherStoreIsRefused() throws IOException {
        assertRefused(() -> RocksHotStore.openExisting(directory, IDENTITY + 1, OPTIONS));
    }

    @Test
    void withoutCurrentNothingIsMadeOrDeleted() throws IOException {
        Files.delete(directory.resolve("CURRENT"));
        for (int start = 0; start < 2; start++) {
            assertRefused(() -> RocksHotStore.open(directory, OPTIONS));
            assertRefused(() -> RocksHotStore.openExisting(directory, IDENTITY, OPTIONS));
        }
    }

    @Test
    void withoutItsLogNothingIsMadeOrDeleted() throws IOException {
        for (Path file : files()) {
            if (file.toString().endsWith(".log")) {
                Files.delete(file);
            }
        }
        assertRefused(() -> RocksHotStore.open(directory, OPTIONS));
    }

    @Test
    void aLostDirectoryIsNotMadeAnew() throws IOException {
        RocksHotStore.delete(directory);
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> RocksHotStore.openExisting(directory, IDENTITY, OPTIONS));
        assertEquals(ErrorCode.CORRUPTION, failure.code());
        assertFalse(Files.exists(directory));
    }

    /** A process was killed while it made the store. */
    @Test
    void whatWasNeverAStoreBecomesOne() throws IOException {
        RocksHotStore.delete(directory);
        Files.createDirectory(directory);
        Files.writeString(directory.resolve("IDENTITY"), "1");
        Files.write(directory.resolve("MANIFEST-000001"), new byte[0]);
        try (RocksHotStore store = RocksHotStore.open(directory, OPTIONS)) {
            assertEquals(5, store.identity(() -> 5));
        }
    }

    private interface Opening {
        RocksHotStore run() throws IOException;
    }

    private void assertRefused(Opening opening) throws IOException {
        List<Path> before = files();
        SluiceException failure = assertThrows(SluiceException.class, opening::run);
        assertEquals(ErrorCode.CORRUPTION, failure.code(), failure.getMessage());
        assertEquals(before, files());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }
}
