package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.HotNode;
import sluice.model.Node;

/** A hot store that takes no write any more says so to who writes and to who asks. */
class RefusedWritesTest {
    private static final HotOptions OPTIONS =
            new HotOptions(HotOptions.MEMORY_BYTES_MIN, Durability.SYNC);

    @TempDir Path directory;

    @Test
    void areToldWithTheirReasonUntilTheNextStart() throws IOException {
        Path hot = directory.resolve("hot");
        try (RocksHotStore store = RocksHotStore.open(hot, OPTIONS)) {
            assertEquals(Optional.empty(), store.writesRefused());
            store.putNode(node(1));
            store.awaitDurable();
            assertEquals(Optional.empty(), store.writesRefused());

            // RocksDB wants a new log sooner or later, and there is no place for it.
            RocksHotStore.delete(hot);
            assertStartAgain(assertThrows(IOException.class, () -> fill(store)).getMessage());
            assertStartAgain(store.writesRefused().orElse(""));
            Files.createDirectory(hot);
            assertStartAgain(assertThrows(IOException.class, () -> fill(store)).getMessage());
            assertStartAgain(store.writesRefused().orElse(""));
        }
        try (RocksHotStore store = RocksHotStore.open(hot, OPTIONS)) {
            assertEquals(Optional.empty(), store.writesRefused());
        }
    }

    private static void assertStartAgain(String said) {
        assertTrue(said.contains("start the server again"), said);
    }

    private static void fill(RocksHotStore store) throws IOException {
        for (long id = 0; id < 1_000; id++) {
            store.putNode(node(id));
        }
    }

    private static HotNode node(long id) {
        return HotNode.of(new Node(id, 0, 0, 0, new byte[1 << 20]), 1);
    }
}
