package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sluice.model.LinkList;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.storage.MemoryStorage;
import sluice.testkit.Seeds;

/**
 * Files as a whole: written by the writer, read by a cursor, compared with sorted lists of rows.
 */
class ListCursorTest {
    private record Key(long id1, long type) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Borders.compare(id1, type, other.id1, other.type);
        }
    }

    /** A list's rows by its key. */
    private static TreeMap<Key, List<Row>> lists(List<Row> rows) {
        TreeMap<Key, List<Row>> lists = new TreeMap<>();
        for (Row row : rows) {
            lists.computeIfAbsent(new Key(row.id1(), row.type()), _ -> new ArrayList<>()).add(row);
        }
        return lists;
    }

    @Test
    void walksAllListsOfASegment() {
        Seeds.each(
                60,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.links(rowCount(random), true);
                    List<Row> nodes = shape.nodes(random.nextInt(300), true);
                    try (BlockFile file = segment(rows, nodes)) {
                        Row.assertSame(
                                RandomRows.winners(rows, RowKind.LINK), walk(file, RowKind.LINK));
                        Row.assertSame(
                                RandomRows.winners(nodes, RowKind.NODE), walk(file, RowKind.NODE));
                        assertEquals(
                                RandomRows.winners(nodes, RowKind.NODE).size(), file.nodeRows());
                        assertEquals(
                                RandomRows.winners(rows, RowKind.LINK).stream()
                                        .filter(row -> row.flags() == 0)
                                        .count(),
                                file.visibleRows());
                    }
                });
    }

    @Test
    void findsTheFirstListNotBelowAKeyAndCountsIt() {
        Seeds.each(
                60,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.links(rowCount(random), true);
                    TreeMap<Key, List<Row>> lists = lists(RandomRows.winners(rows, RowKind.LINK));
                    try (BlockFile file = segment(rows, List.of())) {
                        ListCursor cursor = cursor(file);
                        for (Row probe : probes(shape)) {
                            Key key = new Key(probe.id1(), probe.type());
                            Key expected = lists.ceilingKey(key);
                            assertEquals(expected != null, cursor.seek(key.id1(), key.type()));
                            if (expected != null) {
                                assertEquals(expected, new Key(cursor.id1(), cursor.type()));
                                List<Row> list = lists.get(expected);
                                assertEquals(list.size(), cursor.rows());
                                assertEquals(
                                        list.stream().filter(row -> row.flags() == 0).count(),
                                        cursor.visibleRows());
                                assertEquals(list.getFirst(), row(cursor));
                                Key next = lists.higherKey(expected);
                                assertEquals(next != null, cursor.nextList());
                                if (next != null) {
                                    assertEquals(next, new Key(cursor.id1(), cursor.type()));
                                    assertEquals(lists.get(next).getFirst(), row(cursor));
                                }
                            }
                        }
                    }
                });
    }

    @Test
    void findsRowsOfASegmentByTheirId2() {
        Seeds.each(
                60,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.links(rowCount(random), true);
                    TreeMap<Key, List<Row>> lists = lists(RandomRows.winners(rows, RowKind.LINK));
                    try (BlockFile file = segment(rows, List.of())) {
                        for (Row probe : probes(shape)) {
                            assertFindsId2(
                                    file, lists.get(new Key(probe.id1(), probe.type())), probe);
                        }
                    }
                });
    }

    /**
     * With times in the order of id2 a list needs no point index; else its entries have 2 or 4
     * bytes.
     */
    @Test
    void findsRowsOfLongListsWithAndWithoutPointIndex() throws IOException {
        for (int count : new int[] {3000, 70_000}) {
            for (boolean inOrder : new boolean[] {true, false}) {
                SplittableRandom random = new SplittableRandom(count);
                List<Row> list = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    int flags = i % 100 == 3 ? RowSink.HIDDEN : 0;
                    list.add(
                            new Row(
                                    9,
                                    4,
                                    2L * i,
                                    inOrder ? -i : random.nextInt(count),
                                    0,
                                    flags,
                                    new byte[i % 3]));
                }
                List<Row> others =
                        List.of(Row.of(8, 4, 1, 1), Row.of(9, 3, 1, 1), Row.of(9, 5, 1, 1));
                List<Row> rows = new ArrayList<>(list);
                rows.addAll(others);
                try (BlockFile file = segment(rows, List.of())) {
                    assertEquals(1, file.longs());
                    int width = inOrder ? 0 : count <= 1 << 16 ? 2 : 4;
                    assertEquals(width, file.longField(file.longEntry(0), FileLayout.LONG_WIDTH));
                    for (int i = 0; i < 60; i++) {
                        Row present = list.get(random.nextInt(count));
                        assertFindsId2(file, list, present);
                        assertFindsId2(file, list, Row.of(9, 4, present.id2() + 1, 0));
                    }
                    assertFindsId2(file, list, list.getFirst());
                    assertFindsId2(file, list, list.getLast());
                    assertFindsId2(file, list, Row.of(9, 4, -1, 0));
                    Row.assertSame(
                            RandomRows.winners(rows, RowKind.LINK), walk(file, RowKind.LINK));
                }
            }
        }
    }

    @Test
    void skipsRowsAndNewerRows() {
        Seeds.each(
                40,
                random -> {
                    RandomRows shape = new RandomRows(random, false);
                    List<Row> rows = shape.links(rowCount(random), false);
                    TreeMap<Key, List<Row>> lists = lists(RandomRows.winners(rows, RowKind.LINK));
                    try (BlockFile file = segment(rows, List.of())) {
                        ListCursor cursor = cursor(file);
                        for (Row probe : probes(shape)) {
                            List<Row> list = lists.get(new Key(probe.id1(), probe.type()));
                            if (list == null) {
                                continue;
                            }
                            long maxTime = random.nextInt(8) == 0 ? extreme(random) : probe.time();
                            cursor.seek(probe.id1(), probe.type());
                            cursor.skipNewerThan(maxTime);
                            List<Row> left =
                                    list.stream().filter(row -> row.time() <= maxTime).toList();
                            assertRest(left, cursor);

                            long count =
                                    random.nextInt(8) == 0
                                            ? Long.MAX_VALUE - random.nextInt(2)
                                            : random.nextInt(list.size() + 2);
                            cursor.seek(probe.id1(), probe.type());
                            cursor.skipRows(count);
                            assertRest(
                                    list.subList((int) Math.min(count, list.size()), list.size()),
                                    cursor);
                        }
                    }
                });
    }

    @Test
    void collectsVisibleRowsUpToALimitAndATime() {
        Seeds.each(
                40,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.links(rowCount(random), false);
                    TreeMap<Key, List<Row>> lists = lists(RandomRows.winners(rows, RowKind.LINK));
                    try (BlockFile file = segment(rows, List.of())) {
                        ListCursor cursor = cursor(file);
                        for (Row probe : probes(shape)) {
                            List<Row> list = lists.get(new Key(probe.id1(), probe.type()));
                            if (list == null) {
                                continue;
                            }
                            long minTime = random.nextBoolean() ? extreme(random) : probe.time();
                            int skip = random.nextInt(list.size());
                            int limit =
                                    switch (random.nextInt(3)) {
                                        case 0 -> Integer.MAX_VALUE;
                                        case 1 -> random.nextInt(3);
                                        default -> random.nextInt(list.size() + 1);
                                    };
                            cursor.seek(probe.id1(), probe.type());
                            cursor.skipRows(skip);
                            LinkCollector collector = new LinkCollector(random.nextInt(4));
                            collector.addRows(cursor, minTime, limit);
                            List<Row> expected =
                                    list.subList(skip, list.size()).stream()
                                            .filter(
                                                    row ->
                                                            row.flags() == 0
                                                                    && row.time() >= minTime)
                                            .limit(limit)
                                            .toList();
                            Row.assertSame(
                                    expected, rows(collector.toList(probe.id1(), probe.type())));
                        }
                    }
                });
    }

    @Test
    void readsTheSlicesOfARun() {
        Seeds.each(
                40,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.links(rowCount(random), true);
                    Borders borders = TestFiles.borders(random, shape.id1s(), shape.id2s(), 8);
                    MemoryStorage storage = MemoryStorage.create();
                    try (BlockFile file =
                            BlockFile.open(
                                    storage,
                                    TestFiles.writeRun(
                                            storage, "run-1", RowKind.LINK, borders, rows))) {
                        assertEquals(borders.count(), file.slices());
                        for (int slice = 0; slice < borders.count(); slice++) {
                            int wanted = slice;
                            List<Row> expected =
                                    rows.stream()
                                            .filter(
                                                    row ->
                                                            borders.find(row.id1(), row.id2())
                                                                    == wanted)
                                            .sorted(Row.FILE_ORDER)
                                            .toList();
                            ListCursor cursor =
                                    new ListCursor(
                                            file,
                                            RowKind.LINK,
                                            file.sliceBegin(slice),
                                            file.sliceEnd(slice));
                            Row.assertSame(expected, walk(cursor));
                            for (Row probe : probes(shape)) {
                                assertFindsBest(cursor, expected, probe);
                            }
                        }
                    }
                });
    }

    @Test
    void readsNodesOfARun() {
        Seeds.each(
                40,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.nodes(random.nextInt(2000), false);
                    MemoryStorage storage = MemoryStorage.create();
                    try (BlockFile file =
                            BlockFile.open(
                                    storage,
                                    TestFiles.writeRun(
                                            storage,
                                            "run-1",
                                            RowKind.NODE,
                                            Borders.whole(),
                                            rows))) {
                        Row.assertSame(
                                RandomRows.winners(rows, RowKind.NODE), walk(file, RowKind.NODE));
                        assertEquals(0, file.blocks(RowKind.LINK));
                    }
                });
    }

    @Test
    void readsRowsWithMuchDataBesideSmallOnes() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        int[] lengths = {0, 3, 20_000, 0, 1 << 20, 16 << 10, 5, 100_000, 16_300, 1, (16 << 10) - 8};
        List<Row> rows = new ArrayList<>();
        for (int list = 0; list < 4; list++) {
            for (int i = 0; i < lengths.length; i++) {
                byte[] data = new byte[lengths[(i + list) % lengths.length]];
                random.nextBytes(data);
                rows.add(new Row(list / 2, list % 2, i, -i, 0, 0, data));
            }
        }
        try (BlockFile file = segment(rows, List.of())) {
            Row.assertSame(RandomRows.winners(rows, RowKind.LINK), walk(file, RowKind.LINK));
            assertFindsId2(file, rows.subList(0, lengths.length), rows.get(4));
        }
    }

    @Test
    void readsAFileWithoutRows() throws IOException {
        try (BlockFile file = segment(List.of(), List.of())) {
            assertFalse(cursor(file).seek(0, 0));
            assertFalse(new ListCursor(file, RowKind.NODE, 0, 0).seek(5, 0));
            assertTrue(file.hasOnlyVersion(17));
            assertEquals(3, file.meta().length);
        }
    }

    private static int rowCount(SplittableRandom random) {
        return random.nextInt(4) == 0 ? random.nextInt(10) : random.nextInt(8000);
    }

    private static long extreme(SplittableRandom random) {
        return random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** Keys that may or may not be there. */
    private static List<Row> probes(RandomRows shape) {
        List<Row> probes = new ArrayList<>(shape.links(40, false));
        for (Row row : shape.links(10, false)) {
            probes.add(Row.of(row.id1() + 1, row.type(), row.id2(), row.time()));
            probes.add(Row.of(row.id1(), row.type() - 1, row.id2() + 1, row.time() + 1));
        }
        probes.add(Row.of(0, 0, 0, 0));
        probes.add(Row.of(-1, -1, -1, -1));
        return probes;
    }

    private static BlockFile segment(List<Row> links, List<Row> nodes) throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        return BlockFile.open(storage, TestFiles.writeSegment(storage, "segment-1", links, nodes));
    }

    private static ListCursor cursor(BlockFile file) {
        return new ListCursor(file, RowKind.LINK, 0, file.blocks(RowKind.LINK));
    }

    static List<Row> walk(BlockFile file, RowKind kind) throws IOException {
        return walk(new ListCursor(file, kind, 0, file.blocks(kind)));
    }

    private static List<Row> walk(ListCursor cursor) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (boolean on = cursor.seek(0, 0); on; on = cursor.nextList()) {
            for (; cursor.hasRow(); cursor.nextRow()) {
                rows.add(row(cursor));
            }
        }
        return rows;
    }

    private static Row row(ListCursor cursor) {
        return new Row(
                cursor.id1(),
                cursor.type(),
                cursor.id2(),
                cursor.time(),
                cursor.version(),
                cursor.flags(),
                cursor.data());
    }

    private static List<Row> rows(LinkList list) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            rows.add(
                    new Row(
                            list.id1(),
                            list.linkType(),
                            list.id2(i),
                            list.time(i),
                            list.version(i),
                            0,
                            list.data(i)));
        }
        return rows;
    }

    private static void assertRest(List<Row> expected, ListCursor cursor) throws IOException {
        for (Row row : expected) {
            assertTrue(cursor.hasRow());
            assertEquals(row, row(cursor));
            cursor.nextRow();
        }
        assertFalse(cursor.hasRow());
    }

    private static void assertFindsId2(BlockFile file, List<Row> list, Row probe)
            throws IOException {
        ListCursor cursor = cursor(file);
        if (list != null) {
            Row expected =
                    list.stream().filter(row -> row.id2() == probe.id2()).findFirst().orElse(null);
            assertTrue(cursor.seek(probe.id1(), probe.type()));
            assertEquals(expected != null, cursor.seekId2(probe.id2()));
            if (expected != null) {
                assertEquals(expected, row(cursor));
            }
        }
    }

    private static void assertFindsBest(ListCursor cursor, List<Row> slice, Row probe)
            throws IOException {
        Row expected = null;
        boolean hasList = false;
        for (Row row : slice) {
            if (row.id1() == probe.id1() && row.type() == probe.type()) {
                hasList = true;
                if (row.id2() == probe.id2() && (expected == null || row.beatsEarlier(expected))) {
                    expected = row;
                }
            }
        }
        boolean found =
                cursor.seek(probe.id1(), probe.type())
                        && cursor.id1() == probe.id1()
                        && cursor.type() == probe.type();
        assertEquals(hasList, found);
        if (hasList) {
            assertEquals(expected != null, cursor.seekBestOf(probe.id2()));
            if (expected != null) {
                assertEquals(expected, row(cursor));
            }
        }
    }
}
