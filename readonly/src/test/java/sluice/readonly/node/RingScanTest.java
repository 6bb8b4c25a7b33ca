package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.SluiceClient;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;

/** Scans of a ring whose partitions are on one node each. */
class RingScanTest {
    private static final int IDS = 2_000;
    private static final int NODES = 3;

    /** As many scans as a server runs for its clients. */
    private static final int SCANS_OF_A_NODE = 2;

    private static final int ROUNDS = 10;

    @TempDir Path directory;

    /** Counts links. */
    private static final class Counted implements GraphReader.Visitor {
        private long links;

        @Override
        public void node(Node node) {
            throw new AssertionError("there are none");
        }

        @Override
        public void link(Link link) {
            links++;
        }
    }

    /** A node is asked for partitions by all others, beside the scans of its own clients. */
    @Test
    void scansThroughAllNodesAtOnceAreComplete() throws Exception {
        try (TestRing ring = new TestRing(directory, IDS);
                ExecutorService threads = Executors.newFixedThreadPool(NODES * SCANS_OF_A_NODE)) {
            ring.next();
            ring.create(NODES, 1);
            ring.push();
            List<Future<?>> scans = new ArrayList<>();
            for (RingNode node : ring.nodes()) {
                for (int scan = 0; scan < SCANS_OF_A_NODE; scan++) {
                    scans.add(threads.submit(() -> scanAll(node)));
                }
            }
            for (Future<?> scan : scans) {
                scan.get();
            }
        }
    }

    private static Void scanAll(RingNode node) throws IOException {
        try (SluiceClient client = TestRing.client(node)) {
            for (int round = 0; round < ROUNDS; round++) {
                Counted counted = new Counted();
                assertTrue(client.scan(counted), "the scan is partial");
                assertEquals(2 * IDS, counted.links);
            }
        }
        return null;
    }
}
