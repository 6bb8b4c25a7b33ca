package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.Answer;
import sluice.model.ColdView;
import sluice.model.Link;
import sluice.model.Node;

/** A store directory as a cold store, while a load goes through its phases. */
class StoreColdTest {
    private static final int IDS = 100;

    @TempDir Path directory;

    private LoadedStore store() throws IOException {
        List<Node> nodes = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (long id = 1; id <= IDS; id++) {
            nodes.add(new Node(id, 1, 1, 1, "a node".getBytes(StandardCharsets.UTF_8)));
            links.add(ListOperation.link(id, 2, 3, true, 1, id));
        }
        // Of a node that no row declares.
        links.add(ListOperation.link(IDS + 7, 2, 3, true, 1, 1));
        return new LoadedStore(directory, nodes, links, 1000);
    }

    /** How far a load gets before it stops is not the same each time. */
    @Test
    void epochIsThatOfTheContent() throws IOException {
        LoadedStore store = store();
        try (StoreCold cold = store.cold()) {
            long nothing = cold.epoch();
            assertFalse(cold.refresh());
            store.load(LoadedStore.Until.STAGING);
            assertTrue(cold.refresh());
            assertNotEquals(nothing, cold.epoch());
            for (LoadedStore.Until until : LoadedStore.Until.values()) {
                long before = cold.epoch();
                boolean wasComplete = store.manifest().complete();
                store.load(until);
                boolean moved = cold.refresh();
                assertEquals(!moved || wasComplete, before == cold.epoch(), until::toString);
            }
            assertTrue(store.manifest().complete());
            assertFalse(cold.refresh());
        }
    }

    @Test
    void viewStaysWhatItWas() throws IOException {
        LoadedStore store = store();
        store.load(LoadedStore.Until.RUNS);
        try (StoreCold cold = store.cold();
                ColdView view = cold.view()) {
            store.load(LoadedStore.Until.BUILT);
            cold.refresh();
            assertEquals(new Answer<>(1L, true), view.count(IDS, 2));
            assertEquals(cold.epoch(), view.epoch());
        }
    }

    @Test
    void viewOfAHalfCopiedStoreStaysPartial() throws IOException {
        LoadedStore store = store();
        store.load(LoadedStore.Until.STAGING);
        try (StoreCold cold = store.cold();
                ColdView before = cold.view()) {
            store.load(LoadedStore.Until.BUILT);
            assertTrue(cold.refresh());
            try (ColdView after = cold.view()) {
                assertFalse(before.count(IDS, 2).complete());
                assertEquals(new Answer<>(1L, true), after.count(IDS, 2));
                assertNotEquals(before.epoch(), after.epoch());
            }
        }
    }

    @Test
    void idsOfAddedNodesFollowTheLargestThatWasLoaded() throws IOException {
        LoadedStore store = store();
        Node node = new Node(0, 1, 1, 1, new byte[] {1});
        try (StoreCold cold = store.cold();
                RocksHotStore hot = HotDirectory.open(directory.resolve("hot"))) {
            MergedGraph graph =
                    new MergedGraph(
                            hot, cold, OptionalLong.empty(), new WaitForAny(), System::nanoTime);
            store.load(LoadedStore.Until.RUNS);
            cold.refresh();
            assertEquals(IDS + 8, graph.addNode(node));
            assertEquals(IDS + 9, graph.addNode(node));
        }
    }

    @Test
    void nodesThatAreAddedWhileTheSourceIsCopiedGetIdsOfTheirOwnRange() throws IOException {
        LoadedStore store = store();
        Node node = new Node(0, 1, 1, 1, new byte[] {1});
        try (StoreCold cold = store.cold();
                RocksHotStore hot = HotDirectory.open(directory.resolve("hot"))) {
            MergedGraph graph =
                    new MergedGraph(
                            hot, cold, OptionalLong.empty(), new WaitForAny(), System::nanoTime);
            assertEquals(Node.RESERVED, graph.addNode(node));
            store.load(LoadedStore.Until.STAGING);
            cold.refresh();
            assertEquals(Node.RESERVED + 1, graph.addNode(node));
            store.load(LoadedStore.Until.RUNS);
            cold.refresh();
            assertEquals(Node.RESERVED + 2, graph.addNode(node));
        }
    }
}
