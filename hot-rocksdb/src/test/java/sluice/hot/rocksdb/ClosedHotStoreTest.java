package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.HotHeader;
import sluice.model.HotNode;
import sluice.model.HotScan;
import sluice.model.Node;

/** A hot store that is closed while others use it, and used after it was closed. */
class ClosedHotStoreTest {
    private static final HotOptions OPTIONS =
            new HotOptions(HotOptions.MEMORY_BYTES_MIN, new Durability.Async(100));
    private static final HotHeader HEADER = new HotHeader(3, 2, 1, 7);

    @TempDir Path directory;
    private RocksHotStore store;

    @BeforeEach
    void open() throws IOException {
        store = RocksHotStore.open(directory, OPTIONS);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void callsFailOnceItIsClosedAndClosingTwiceIsNoMistake() throws IOException {
        store.putNode(HotNode.of(new Node(1, 2, 4, 5, new byte[] {3}), store.nextSequence()));
        store.close();
        store.close();
        for (Call call : calls(store)) {
            IOException failure = assertThrows(IOException.class, call::run);
            assertEquals("the hot store was closed", failure.getMessage());
        }
        assertEquals(Optional.of("the hot store was closed"), store.writesRefused());
        assertEquals(0, store.sizeBytes());
    }

    private interface Call {
        void run() throws IOException;
    }

    private List<Call> calls(RocksHotStore closed) {
        HotNode node = HotNode.of(new Node(1, 2, 4, 5, new byte[] {3}), 7);
        return List.of(
                () -> closed.link(1, 2, 3),
                () -> closed.header(1, 2),
                () -> closed.list(1, 2).close(),
                () -> closed.types(1),
                () -> closed.node(1),
                () -> closed.scan().close(),
                () -> closed.putNode(node),
                () -> closed.addNode(node, 9),
                () -> closed.removeNode(1),
                () -> closed.putHeader(1, 2, HEADER),
                closed::nextNodeId,
                () -> closed.ingest().close(),
                closed::compact,
                () -> closed.checkpoint(directory.resolve("copy")),
                () -> closed.held().all());
    }

    @Test
    void closingWaitsForScansAndRefusesWhatBeginsLater() throws Exception {
        store.putNode(HotNode.of(new Node(1, 2, 4, 5, new byte[] {3}), store.nextSequence()));
        Thread closing = Thread.ofPlatform().unstarted(store::close);
        try (HotScan scan = store.scan()) {
            closing.start();
            assertThrows(
                    IOException.class,
                    () -> {
                        while (true) {
                            var unused = store.nextNodeId();
                        }
                    });
            assertTrue(closing.isAlive());
            HotNode node = scan.nextNode();
            assertEquals(1, node.id());
        }
        closing.join();
    }

    /** A call into memory that is freed ends the process. */
    @Test
    void closesWhileOthersReadAndWrite() throws Exception {
        List<Thread> others = new ArrayList<>();
        List<String> ends = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch begun = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            long id = i;
            others.add(
                    Thread.startVirtualThread(
                            () -> {
                                try {
                                    for (int round = 0; ; round++) {
                                        useAll(id, round);
                                        begun.countDown();
                                    }
                                } catch (IOException e) {
                                    ends.add(String.valueOf(e.getMessage()));
                                }
                            }));
        }
        begun.await();
        store.close();
        for (Thread other : others) {
            other.join();
        }
        assertEquals(Collections.nCopies(4, "the hot store was closed"), ends);
    }

    private void useAll(long id, int round) throws IOException {
        store.putNode(HotNode.of(new Node(id, 2, 4, round, new byte[] {3}), store.nextSequence()));
        store.node(id);
        store.nextNodeId();
        store.types(id);
        try (HotScan scan = store.scan()) {
            scan.nextNode();
        }
    }
}
