package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.ErrorCode;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotNode;
import sluice.model.HotPut;
import sluice.model.HotScan;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.model.WholeList;

class RocksHotStoreTest {
    private static final HotOptions OPTIONS =
            new HotOptions(HotOptions.MEMORY_BYTES_MIN, new Durability.Async(100));
    private static final HotHeader HEADER = new HotHeader(3, 2, 1, 7);
    private static final long[] EXTREMES = {0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -1};

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

    @Test
    void rowAndHeaderAreReadBack() throws IOException {
        HotLink visible = put(link(1, 2, 3, Visibility.VISIBLE, 5));
        HotLink hidden = put(link(1, 2, 4, Visibility.HIDDEN, 6));
        HotLink mark = HotLink.mark(HotLink.Kind.HIDES, 1, 2, 5, store.nextSequence());
        store.putLink(null, mark, HEADER);
        reopen();
        assertEquals(visible, store.link(1, 2, 3));
        assertEquals(hidden, store.link(1, 2, 4));
        HotLink read = store.link(1, 2, 5);
        assertEquals(HotLink.Kind.HIDES, read.kind());
        assertEquals(mark.sequence(), read.sequence());
        assertNull(store.link(1, 2, 6));
        assertEquals(HEADER, store.header(1, 2));
        assertEquals(HotHeader.EMPTY, store.header(1, 3));
    }

    @Test
    void rowsOfTwoListsAreWrittenTogether() throws IOException {
        HotLink before = put(link(1, 2, 3, Visibility.VISIBLE, 5));
        Link there = link(1, 2, 3, Visibility.VISIBLE, 6);
        HotLink first = new HotLink(HotLink.Kind.LINK, there, store.nextSequence());
        Link back = link(3, 9, 1, Visibility.VISIBLE, 6);
        HotLink second = new HotLink(HotLink.Kind.LINK, back, store.nextSequence());
        store.putBoth(new HotPut(before, first, HEADER), new HotPut(null, second, HEADER));
        for (int time = 0; time < 2; time++) {
            assertEquals(first, store.link(1, 2, 3));
            assertEquals(second, store.link(3, 9, 1));
            assertEquals(HEADER, store.header(1, 2));
            assertEquals(HEADER, store.header(3, 9));
            reopen();
        }
    }

    @Test
    void whatAStopLeavesNeedsNoLog() throws IOException {
        HotLink row = put(link(1, 2, 3, Visibility.VISIBLE, 5));
        store.close();
        List<Path> logs;
        try (Stream<Path> files = Files.list(directory)) {
            logs = files.filter(file -> file.toString().endsWith(".log")).toList();
        }
        assertFalse(logs.isEmpty());
        for (Path log : logs) {
            byte[] bytes = Files.readAllBytes(log);
            Arrays.fill(bytes, (byte) 7);
            Files.write(log, bytes);
        }
        open();
        assertEquals(row, store.link(1, 2, 3));
    }

    @Test
    void keysAreInUnsignedOrderAndTimesFromTheNewestOn() throws IOException {
        for (long id2 : EXTREMES) {
            for (int i = 0; i < EXTREMES.length; i++) {
                put(link(-1, -1, id2 ^ (i << 8), Visibility.VISIBLE, EXTREMES[i]));
            }
        }
        put(link(-1, 0, 1, Visibility.VISIBLE, 1));
        put(link(0, -1, 1, Visibility.VISIBLE, 1));
        try (HotList list = store.list(-1, -1)) {
            LinkList links = list.visible(Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
            for (int i = 1; i < links.size(); i++) {
                boolean newer = links.time(i - 1) > links.time(i);
                boolean same = links.time(i - 1) == links.time(i);
                assertTrue(
                        newer
                                || (same
                                        && Long.compareUnsigned(links.id2(i - 1), links.id2(i))
                                                < 0));
            }
            assertEquals(25, links.size());
            assertEquals(25, list.id2s().length);
            assertEquals(1, list.visible(-1, -1, 1).size());
            assertEquals(0, list.visible(2, 1, 10).size());
        }
        assertEquals(List.of(0L, -1L), store.types(-1));
        List<Long> id1s = new ArrayList<>();
        try (HotScan scan = store.scan()) {
            for (HotLink row = scan.nextLink(); row != null; row = scan.nextLink()) {
                id1s.add(row.link().id1());
            }
        }
        assertEquals(0, id1s.getFirst());
        assertEquals(-1, id1s.getLast());
    }

    @Test
    void linkHasOnePlaceInItsList() throws IOException {
        HotLink first = put(link(1, 2, 3, Visibility.VISIBLE, 5));
        HotLink moved = replace(first, link(1, 2, 3, Visibility.VISIBLE, 9));
        assertTimes(9);
        HotLink same = replace(moved, link(1, 2, 3, Visibility.VISIBLE, 9));
        assertTimes(9);
        HotLink hidden = replace(same, link(1, 2, 3, Visibility.HIDDEN, 9));
        assertTimes();
        HotLink back = replace(hidden, link(1, 2, 3, Visibility.VISIBLE, 9));
        assertTimes(9);
        HotLink gone = HotLink.mark(HotLink.Kind.EXPUNGED, 1, 2, 3, store.nextSequence());
        store.putLink(back, gone, HEADER);
        assertTimes();
    }

    private void assertTimes(long... times) throws IOException {
        try (HotList list = store.list(1, 2)) {
            LinkList links = list.visible(Long.MIN_VALUE, Long.MAX_VALUE, 10);
            long[] found = new long[links.size()];
            for (int i = 0; i < found.length; i++) {
                found[i] = links.time(i);
            }
            assertArrayEquals(times, found);
        }
    }

    @Test
    void listIsOfOneMoment() throws IOException {
        HotLink row = put(link(1, 2, 3, Visibility.VISIBLE, 5));
        try (HotList list = store.list(1, 2)) {
            store.removeLinks(1, 2, List.of(row), HotHeader.EMPTY);
            put(link(1, 2, 4, Visibility.VISIBLE, 6));
            assertEquals(HEADER, list.header());
            assertArrayEquals(new long[] {3}, list.id2s());
            assertEquals(row, list.link(3));
            assertNull(list.link(4));
            assertEquals(List.of(row.link()), list.visible(0, 9, 9).links());
        }
    }

    @Test
    void listWithoutRowsIsEmpty() throws IOException {
        assertTimes();
        try (HotList list = store.list(1, 2)) {
            assertEquals(HotHeader.EMPTY, list.header());
            assertArrayEquals(new long[0], list.id2s());
            assertNull(list.link(3));
        }
    }

    @Test
    void removedRowsLeaveNothing() throws IOException {
        HotLink visible = put(link(1, 2, 3, Visibility.VISIBLE, 5));
        HotLink hidden = put(link(1, 2, 4, Visibility.HIDDEN, 5));
        store.removeLinks(1, 2, List.of(visible), HEADER);
        assertNull(store.link(1, 2, 3));
        assertEquals(HEADER, store.header(1, 2));
        store.removeLinks(1, 2, List.of(hidden), HotHeader.EMPTY);
        assertEquals(HotHeader.EMPTY, store.header(1, 2));
        assertEquals(List.of(), store.types(1));
        assertTimes();
    }

    @Test
    void nodesAreReadBack() throws IOException {
        Node node = new Node(-1, 7, 1, Long.MIN_VALUE, new byte[] {1, 2});
        HotNode whole = HotNode.of(node, 11);
        HotNode removed = HotNode.removed(5, 12);
        HotNode pending =
                HotNode.pending(
                        6,
                        HotNode.pending(6, null, new HotNode.Change(1, null), 13),
                        new HotNode.Change(2, new Node(6, 2, 3, 4, new byte[0])),
                        14);
        store.putNode(removed);
        store.putNode(pending);
        assertEquals(OptionalLong.empty(), store.nextNodeId());
        store.addNode(whole, 0);
        reopen();
        assertEquals(whole, store.node(-1));
        assertEquals(removed, store.node(5));
        assertEquals(pending, store.node(6));
        assertNull(store.node(7));
        assertEquals(OptionalLong.of(0), store.nextNodeId());
        try (HotScan scan = store.scan()) {
            assertEquals(removed, scan.nextNode());
            assertEquals(pending, scan.nextNode());
            assertEquals(whole, scan.nextNode());
            assertNull(scan.nextNode());
        }
        store.removeNode(6);
        assertNull(store.node(6));
    }

    @Test
    void sequencesGoOnAfterOpeningAgain() throws IOException {
        long last = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 10; j++) {
                HotLink row = put(link(1, 2, j, Visibility.VISIBLE, 1));
                assertTrue(row.sequence() > last);
                last = row.sequence();
            }
            reopen();
        }
    }

    @Test
    void ingestedRowsAreThereAtOnce() throws IOException {
        put(link(1, 2, 3, Visibility.VISIBLE, 5));
        try (HotIngest ingest = store.ingest()) {
            for (long id2 = 0; id2 < 100; id2++) {
                Visibility visibility = id2 % 4 == 0 ? Visibility.HIDDEN : Visibility.VISIBLE;
                ingest.add(link(4, 5, id2, visibility, 1000 - id2));
            }
            ingest.add(link(6, 5, 1, Visibility.VISIBLE, 1));
            ingest.add(new Node(8, 1, 2, 3, new byte[] {9}));
            assertEquals(HotHeader.EMPTY, store.header(4, 5));
            ingest.commit();
        }
        reopen();
        assertEquals(new HotHeader(100, 75, 0, HotHeader.NO_EPOCH), store.header(4, 5));
        assertEquals(1, store.header(6, 5).rows());
        assertEquals(1, store.header(1, 2).visible() - 1);
        assertEquals(Visibility.HIDDEN, store.link(4, 5, 8).link().visibility());
        assertEquals(9, store.node(8).over(Optional.empty()).orElseThrow().data()[0]);
        try (HotList list = store.list(4, 5)) {
            LinkList links = list.visible(0, 2000, 1000);
            assertEquals(75, links.size());
            assertEquals(1, links.id2(0));
            assertEquals(2, links.id2(1));
        }
        HotLink row = store.link(4, 5, 8);
        replace(row, link(4, 5, 8, Visibility.VISIBLE, 9000));
        try (HotList list = store.list(4, 5)) {
            assertEquals(8, list.visible(0, 10_000, 1).id2(0));
        }
    }

    @Test
    void ingestThatIsGivenUpLeavesNothing() throws IOException {
        try (HotIngest ingest = store.ingest()) {
            ingest.add(link(4, 5, 6, Visibility.VISIBLE, 7));
        }
        HotIngest killed = store.ingest();
        killed.add(link(4, 5, 6, Visibility.VISIBLE, 7));
        reopen();
        assertEquals(HotHeader.EMPTY, store.header(4, 5));
        try (var files = Files.list(directory)) {
            assertTrue(files.noneMatch(file -> file.toString().contains("ingest-")));
        }
    }

    @Test
    void secondProcessIsKeptOut() {
        SluiceException failure =
                assertThrows(SluiceException.class, () -> RocksHotStore.open(directory, OPTIONS));
        assertEquals(ErrorCode.STORE, failure.code());
        assertTrue(failure.getMessage().contains("in use"), failure.getMessage());
    }

    @Test
    void aDeletedStoreIsGoneWithAllItsFiles() throws IOException {
        Path other = directory.resolve("other");
        RocksHotStore.delete(other);
        try (RocksHotStore stored = RocksHotStore.open(other, OPTIONS);
                HotIngest ingest = stored.ingest()) {
            ingest.add(link(1, 2, 3, Visibility.VISIBLE, 4));
            ingest.commit();
        }
        RocksHotStore.delete(other);
        assertFalse(Files.exists(other));
    }

    @Test
    void whatIsTooShortToBeAListIsNotHeld() throws IOException {
        put(link(1, 2, 3, Visibility.VISIBLE, 4));
        for (int length = 0; length <= 20; length++) {
            store.put(HotKeys.held(1, 2), new byte[length]);
            try (WholeList list = store.held().list(1, 2)) {
                assertNull(list.held(), "of %d bytes".formatted(length));
                assertEquals(HEADER, list.rows().header());
            }
            if (length < 20) {
                assertNull(store.held().count(1, 2).source());
                assertTrue(store.held().all().getFirst().source().epoch() < 0);
            }
        }
    }

    /** Lists that were written lately are on the heap, those of an opened store are not. */
    @Test
    void aListIsTheSameFromTheHeapAndFromTheDatabase() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < 5000; i++) {
            long linkType = random.nextInt(8);
            long id2 = random.nextInt(linkType == 0 ? 3000 : 40) - 20;
            HotLink before = store.link(1, linkType, id2);
            HotHeader header = store.header(1, linkType);
            if (before != null && random.nextInt(10) == 0) {
                HotHeader left = new HotHeader(header.rows() - 1, 0, 0, i);
                store.removeLinks(1, linkType, List.of(before), left);
            } else if (random.nextInt(10) == 0) {
                store.putHeader(1, linkType, new HotHeader(header.rows(), 0, 0, i));
            } else {
                HotLink row = randomRow(random, linkType, id2);
                long rows = header.rows() + (before == null ? 1 : 0);
                store.putLink(before, row, new HotHeader(rows, 0, 0, i));
            }
        }
        List<String> fromHeap = contents();
        reopen();
        assertEquals(fromHeap, contents());
        for (long linkType = 0; linkType < 8; linkType++) {
            HotLink row = randomRow(random, linkType, 5);
            store.putLink(store.link(1, linkType, 5), row, store.header(1, linkType));
        }
        List<String> readOnce = contents();
        reopen();
        assertEquals(readOnce, contents());
    }

    private HotLink randomRow(Random random, long linkType, long id2) {
        if (random.nextInt(8) == 0) {
            return HotLink.mark(HotLink.Kind.HIDES, 1, linkType, id2, store.nextSequence());
        }
        Visibility visibility = random.nextInt(4) == 0 ? Visibility.HIDDEN : Visibility.VISIBLE;
        Link link = link(1, linkType, id2, visibility, random.nextInt(50) - 25);
        return new HotLink(HotLink.Kind.LINK, link, store.nextSequence());
    }

    /** All that can be read of the lists of id1 1, as text. */
    private List<String> contents() throws IOException {
        List<String> contents = new ArrayList<>();
        for (long linkType = 0; linkType < 8; linkType++) {
            contents.add(store.header(1, linkType).toString());
            try (HotList list = store.list(1, linkType)) {
                contents.add(list.header().toString());
                long[] id2s = list.id2s();
                contents.add(Arrays.toString(id2s));
                for (long id2 : id2s) {
                    contents.add(text(list.link(id2)));
                    contents.add(text(store.link(1, linkType, id2)));
                }
                for (int limit : new int[] {0, 1, 10, 10_000}) {
                    for (Link link : list.visible(-10, 20 - limit, limit).links()) {
                        contents.add(text(new HotLink(HotLink.Kind.LINK, link, 0)));
                    }
                    for (Link link : list.visible(Long.MIN_VALUE, Long.MAX_VALUE, limit).links()) {
                        contents.add(text(new HotLink(HotLink.Kind.LINK, link, 0)));
                    }
                }
                assertNull(list.link(5000));
            }
        }
        return contents;
    }

    private static String text(HotLink row) {
        Link link = row.link();
        return "%s %d of %d %d %d %s %d %d %s"
                .formatted(
                        row.kind(),
                        row.sequence(),
                        link.id1(),
                        link.linkType(),
                        link.id2(),
                        link.visibility(),
                        link.version(),
                        link.time(),
                        Arrays.toString(link.data()));
    }

    @Test
    void nodesAndListsOfAnOpenedStoreAreFoundBeforeAndAfterItWasReadThrough() throws IOException {
        for (long id = 0; id < 3000; id++) {
            store.putNode(HotNode.removed(id, store.nextSequence()));
            put(link(id, 1, 2, Visibility.VISIBLE, id));
        }
        reopen();
        for (int round = 0; round < 20; round++) {
            for (long id = 0; id < 3000; id++) {
                assertTrue(store.node(id) != null && store.header(id, 1).rows() > 0, "id " + id);
            }
        }
        assertNull(store.node(3001));
        assertEquals(HotHeader.EMPTY, store.header(3001, 1));
    }

    /** Lengths of values around those whose length takes another byte. */
    @Test
    void dataOfAnyLengthAreReadBack() throws IOException {
        int[] lengths = {0, 1, 90, 91, 100, 101, 102, 103, 110, 16_000, 16_358, 16_359, 3_000_000};
        for (int length : lengths) {
            byte[] data = new byte[length];
            Arrays.fill(data, (byte) length);
            put(new Link(9, 1, length, Visibility.VISIBLE, 1, length, data));
        }
        reopen();
        for (int length : lengths) {
            byte[] data = store.link(9, 1, length).link().data();
            assertEquals(length, data.length);
            assertEquals((byte) length, length == 0 ? 0 : data[length - 1]);
        }
    }

    /** RocksDB reads freed memory if it is asked for sizes while it closes: the process ends. */
    @Test
    void mayBeWeighedWhileItCloses() throws Exception {
        for (int round = 0; round < 10; round++) {
            RocksHotStore other = RocksHotStore.open(directory.resolve("other" + round), OPTIONS);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            AtomicBoolean closed = new AtomicBoolean();
            CountDownLatch begun = new CountDownLatch(1);
            Thread weigher =
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        try {
                                            while (!closed.get()) {
                                                other.sizeBytes();
                                                other.cacheBytes();
                                                begun.countDown();
                                            }
                                        } catch (Throwable e) {
                                            failure.set(e);
                                        }
                                    });
            try {
                begun.await();
                other.close();
                assertEquals(0, other.sizeBytes());
                assertEquals(0, other.cacheBytes());
            } finally {
                closed.set(true);
            }
            weigher.join();
            assertNull(failure.get(), () -> "weighed: " + failure.get());
        }
    }

    private HotLink put(Link link) throws IOException {
        return replace(store.link(link.id1(), link.linkType(), link.id2()), link);
    }

    private HotLink replace(HotLink before, Link link) throws IOException {
        HotLink row = new HotLink(HotLink.Kind.LINK, link, store.nextSequence());
        store.putLink(before, row, HEADER);
        store.awaitDurable();
        return row;
    }

    private static Link link(long id1, long linkType, long id2, Visibility visibility, long time) {
        return new Link(id1, linkType, id2, visibility, 4, time, new byte[] {(byte) id2, 7});
    }
}
