package sluice.linkbench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.generate.InitialLinks;
import sluice.generate.LinkBenchGraph;
import sluice.generate.LinkBenchOptions;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.generate.PayloadShape;
import sluice.linkbench.stores.BenchStore;
import sluice.linkbench.stores.BenchStores;
import sluice.linkbench.stores.LoadJob;
import sluice.linkbench.workload.Configuration;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;

/** The whole of LinkBench on a Sluice store in this process. */
class SluiceStoreTest {
    private static final int IDS = 200;

    @TempDir Path directory;

    @Test
    void aRunLoadsRequestsAndVerifies() throws IOException {
        SmallRun.check("sluice", SmallRun.settings());
    }

    @Test
    void aRunInADirectoryLeavesTheStoreThere() throws IOException {
        Path store = directory.resolve("store");
        Map<String, String> settings = SmallRun.settings();
        settings.put("sluice_durability", "async");
        settings.put("sluice_hot_bytes", "16777216");
        SmallRun.check("sluice:" + store, settings);
        assertTrue(Files.isDirectory(store.resolve("hot")));

        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> BenchStores.open("sluice:" + store, settings(), 1));
        assertEquals(ErrorCode.CONFIG, refused.code());
    }

    @Test
    void theGraphIsThatOfSingleWrites() throws IOException {
        try (BenchStore store = BenchStores.open("sluice", settings(), 1);
                BenchStore reference = BenchStores.open("memory", settings(), 1)) {
            LoadJob job = job(true);
            store.load(job);
            LoadJob same = job(true);
            reference.load(same);
            assertEquals(same.nodes(), job.nodes());
            assertEquals(same.links(), job.links());
            assertEquals(rows(reference), rows(store));
        }
    }

    @Test
    void addedNodesFollowTheLoadedOnes() throws IOException {
        assertEquals(IDS + 1, idOfFirstAddedNode(true));
        assertEquals(1, idOfFirstAddedNode(false));
    }

    private static long idOfFirstAddedNode(boolean withNodes) throws IOException {
        try (BenchStore store = BenchStores.open("sluice", settings(), 1)) {
            store.load(job(withNodes));
            try (GraphStore handle = store.connect()) {
                return handle.addNode(new Node(0, 1, 1, 1, new byte[0]));
            }
        }
    }

    @Test
    void aWrongDurabilityIsNamed() {
        Configuration wrong = Configuration.shipped(Map.of("sluice_durability", "never"));
        SluiceException refused =
                assertThrows(SluiceException.class, () -> BenchStores.open("sluice", wrong, 1));
        assertEquals(
                "sluice_durability is \"never\", expected sync or async", refused.getMessage());
    }

    @Test
    void aLoadEndsWhenTheUserWishesIt() throws IOException {
        AtomicLong asked = new AtomicLong();
        try (BenchStore store = BenchStores.open("sluice", settings(), 1)) {
            LoadJob job = new LoadJob(graph(), true, 1, () -> asked.incrementAndGet() > 1);
            SluiceException stopped = assertThrows(SluiceException.class, () -> store.load(job));
            assertEquals(ErrorCode.INTERRUPTED, stopped.code());
        }
    }

    private static Configuration settings() {
        return Configuration.shipped(Map.of());
    }

    private static LoadJob job(boolean withNodes) {
        return new LoadJob(graph(), withNodes, 2, () -> false);
    }

    /** Its data hold commas, quotes and blanks. */
    private static LinkBenchGraph graph() {
        return LinkBenchGraph.of(
                LinkBenchOptions.shipped(IDS, Profile.CORRECTED),
                new LinkBenchGraph.Shapes(
                        new InitialLinks(id -> id % 30, Profile.CORRECTED, 2),
                        PayloadShape.ofLinks(Profile.CORRECTED),
                        PayloadShape.ofNodes(),
                        64));
    }

    private static List<Object> rows(BenchStore store) throws IOException {
        List<Object> rows = new ArrayList<>();
        try (GraphStore handle = store.connect()) {
            assertTrue(
                    handle.scan(
                            new GraphReader.Visitor() {
                                @Override
                                public void node(Node node) {
                                    rows.add(node);
                                }

                                @Override
                                public void link(Link link) {
                                    rows.add(link);
                                }
                            }));
        }
        return rows;
    }
}
