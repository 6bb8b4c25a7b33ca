package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/** How large a hot store says it is: by that it is absorbed unasked. */
class HotSizeTest {
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

    private void reopen() throws IOException {
        store.close();
        open();
    }

    private HotLink put(Link link) throws IOException {
        HotLink before = store.link(link.id1(), link.linkType(), link.id2());
        HotLink row = new HotLink(HotLink.Kind.LINK, link, store.nextSequence());
        store.putLink(before, row, HEADER);
        store.awaitDurable();
        return row;
    }

    private static Link link(long id1, long linkType, long id2, long time) {
        return new Link(
                id1, linkType, id2, Visibility.VISIBLE, 4, time, new byte[] {(byte) id2, 7});
    }

    @Test
    void growsWithRows() throws IOException {
        long before = store.sizeBytes();
        for (int i = 0; i < 1000; i++) {
            put(link(1, 2, i, i));
        }
        assertTrue(store.sizeBytes() > before + 50_000, "size " + store.sizeBytes());
    }

    @Test
    void ofFewRowsIsSmall() throws IOException {
        assertTrue(store.sizeBytes() < 10_000, "size of none " + store.sizeBytes());
        put(link(1, 2, 3, 5));
        assertTrue(store.sizeBytes() < 10_000, "size of one " + store.sizeBytes());
    }

    /** Of rows in files and in memory, of which some are removed and one is not. */
    @Test
    void ofRemovedRowsIsGivenBack() throws IOException {
        byte[] data = new byte[1000];
        List<List<HotLink>> lists = new ArrayList<>();
        for (int id1 = 0; id1 < 50; id1++) {
            List<HotLink> rows = new ArrayList<>();
            for (int id2 = 0; id2 < 100; id2++) {
                Link link = new Link(id1, 2, id2, Visibility.VISIBLE, 0, id2, data);
                HotLink row = new HotLink(HotLink.Kind.LINK, link, store.nextSequence());
                store.putLink(null, row, HEADER);
                rows.add(row);
            }
            lists.add(rows);
        }
        HotLink left = put(link(1, 3, 4, 5));
        HotNode node = HotNode.of(new Node(9, 1, 0, 0, data), store.nextSequence());
        store.putNode(node);
        assertTrue(store.sizeBytes() > 5_000_000, "size " + store.sizeBytes());
        for (List<HotLink> rows : lists) {
            store.removeLinks(rows.getFirst().link().id1(), 2, rows, HotHeader.EMPTY);
        }
        store.compact();
        assertTrue(store.sizeBytes() < 20_000, "size " + store.sizeBytes());
        reopen();
        assertEquals(left, store.link(1, 3, 4));
        assertEquals(node, store.node(9));
        assertNull(store.link(1, 2, 7));
    }

    @Test
    void doesNotGrowWithListsThatAreHeld() throws IOException {
        Random random = new Random(5);
        byte[] data = new byte[100_000];
        long before = store.sizeBytes();
        for (int id1 = 0; id1 < 40; id1++) {
            random.nextBytes(data);
            store.put(HotKeys.held(id1, 2), data);
        }
        reopen();
        assertTrue(store.sizeBytes() < before + 1_000_000, "size " + store.sizeBytes());
    }
}
