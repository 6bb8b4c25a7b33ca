package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/** What is seen of a hot store from outside, and what is found where its counts are wrong. */
class HotCheckTest {
    private static final HotOptions OPTIONS = new HotOptions(16L << 20, Durability.SYNC);

    private static final OptionalLong NONE = OptionalLong.empty();

    @TempDir Path directory;

    @Test
    void noStoreAndAnEmptyOneHaveNoRows() throws IOException {
        assertFalse(HotCheck.hasRows(directory.resolve("none"), NONE));
        assertEquals(new HotCheck.Report(0, 0, List.of(), 0), HotCheck.run(directory, NONE));
        try (RocksHotStore store = RocksHotStore.open(directory, OPTIONS)) {
            // What is no row: the id that the next node gets.
            store.addNode(HotNode.of(node(1), 1), 2);
            store.removeNode(1);
        }
        assertFalse(HotCheck.hasRows(directory, NONE));
        assertEquals(new HotCheck.Report(0, 0, List.of(), 0), HotCheck.run(directory, NONE));
    }

    @Test
    void rowsAreSeenBesideTheProcessThatHasThem() throws IOException {
        try (RocksHotStore store = RocksHotStore.open(directory, OPTIONS)) {
            put(store, 3, new HotHeader(1, 1, 0, 0));
            put(store, 4, new HotHeader(2, 2, 0, 0));
            store.putNode(HotNode.of(node(-1), store.nextSequence()));
            store.awaitDurable();
            assertTrue(HotCheck.hasRows(directory, NONE));
            assertEquals(new HotCheck.Report(2, 1, List.of(), 0), HotCheck.run(directory, NONE));
        }
    }

    @Test
    void aWrongCountIsFound() throws IOException {
        try (RocksHotStore store = RocksHotStore.open(directory, OPTIONS)) {
            put(store, 3, new HotHeader(1, 1, 0, 0));
            put(store, 4, new HotHeader(3, 1, 0, 0));
        }
        assertEquals(
                List.of("list (1, 2): its header says 3 rows, visible 1; there are 2, visible 2"),
                HotCheck.run(directory, NONE).findings());
    }

    @Test
    void aListWithoutAHeaderAndAHeaderWithoutAListAreFound() throws IOException {
        try (RocksHotStore store = RocksHotStore.open(directory, OPTIONS)) {
            put(store, 3, new HotHeader(1, 1, 0, 0));
            store.removeLinks(1, 2, List.of(), HotHeader.EMPTY);
            store.putHeader(-1, 2, new HotHeader(1, 0, 0, 0));
        }
        assertEquals(2, HotCheck.run(directory, NONE).findingCount());
    }

    @Test
    void anEntryByTimeThatStandsForAnotherLinkIsFound() throws IOException {
        try (RocksHotStore store = RocksHotStore.open(directory, OPTIONS)) {
            HotLink first = put(store, 3, new HotHeader(1, 1, 0, 0));
            Link later = link(3, 9);
            // As if nothing had been there, so that the entry of the old time stays.
            HotLink row = new HotLink(HotLink.Kind.LINK, later, store.nextSequence());
            store.putLink(null, row, new HotHeader(1, 1, 0, 0));
            assertTrue(first.isVisible());
        }
        assertEquals(
                List.of("list (1, 2): what it has by time (2) is not what is visible of it (1)"),
                HotCheck.run(directory, NONE).findings());
    }

    private static HotLink put(RocksHotStore store, long id2, HotHeader header) throws IOException {
        HotLink row = new HotLink(HotLink.Kind.LINK, link(id2, 5), store.nextSequence());
        store.putLink(null, row, header);
        return row;
    }

    private static Link link(long id2, long time) {
        return new Link(1, 2, id2, Visibility.VISIBLE, 0, time, new byte[] {7});
    }

    private static Node node(long id) {
        return new Node(id, 1, 0, 0, new byte[] {7});
    }
}
