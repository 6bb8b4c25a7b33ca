package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.RowKind;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.testkit.Seeds;

class RowScannerTest {

    @Test
    void handsOverTheRowsOfARangeInFileOrder() {
        Seeds.each(
                40,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> links = shape.links(random.nextInt(6000), true);
                    List<Row> nodes = shape.nodes(random.nextInt(500), true);
                    Borders borders = TestFiles.borders(random, shape.id1s(), shape.id2s(), 6);
                    int first = random.nextInt(borders.count());
                    KeyRange range =
                            random.nextBoolean()
                                    ? KeyRange.ALL
                                    : KeyRange.of(
                                            borders, first, random.nextInt(first, borders.count()));
                    MemoryStorage storage =
                            MemoryStorage.create(MemoryStorage.Options.DEFAULT.withShortCounts(7));
                    FileEntry entry = TestFiles.writeSegment(storage, "segment-1", links, nodes);

                    assertScan(
                            storage,
                            entry,
                            RowKind.LINK,
                            range,
                            RandomRows.winners(links, RowKind.LINK));
                    assertScan(
                            storage,
                            entry,
                            RowKind.NODE,
                            range,
                            RandomRows.winners(nodes, RowKind.NODE));
                });
    }

    @Test
    void readsBlocksThatAreLongerThanItsBuffer() throws IOException {
        List<Row> links = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            links.add(new Row(i % 2, 0, i, i, 0, 0, new byte[i % 2 == 0 ? 900_000 : 10]));
        }
        MemoryStorage storage = MemoryStorage.create();
        FileEntry entry = TestFiles.writeSegment(storage, "segment-1", links, List.of());

        assertScan(
                storage,
                entry,
                RowKind.LINK,
                KeyRange.ALL,
                RandomRows.winners(links, RowKind.LINK));
    }

    @Test
    void readsOverThePointIndexesBetweenBlocks() throws IOException {
        List<Row> links = new ArrayList<>();
        for (int i = 0; i < 12_000; i++) {
            links.add(Row.of(i % 3, 0, i, i % 100));
        }
        MemoryStorage storage = MemoryStorage.create();
        FileEntry entry = TestFiles.writeSegment(storage, "segment-1", links, List.of());

        assertScan(
                storage,
                entry,
                RowKind.LINK,
                KeyRange.ALL,
                RandomRows.winners(links, RowKind.LINK));
    }

    @Test
    void refusesABlockWithAFlippedBit() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        FileEntry entry =
                TestFiles.writeSegment(
                        storage, "segment-1", List.of(Row.of(1, 2, 3, 4)), List.of());
        byte[] bytes = BlockFileWriterTest.bytes(storage, "segment-1");
        RowScanner scanner = new RowScanner();
        RowPool pool = new RowPool(1 << 16, RowPool::clear);
        try (BlockFile file = BlockFile.open(storage, entry)) {
            for (int at = FileLayout.HEADER_BYTES; at < file.tablesOffset(); at++) {
                storage.damage("segment-1", at, (byte) (bytes[at] ^ 4));
                assertThrows(
                        CorruptFileException.class,
                        () -> scanner.scan(file, RowKind.LINK, 0, 1, KeyRange.ALL, pool));
                storage.damage("segment-1", at, bytes[at]);
            }
            assertEquals(1, scanner.scan(file, RowKind.LINK, 0, 1, KeyRange.ALL, pool));
        }
    }

    private static void assertScan(
            MemoryStorage storage, FileEntry entry, RowKind kind, KeyRange range, List<Row> all)
            throws IOException {
        List<Row> expected = all.stream().filter(row -> range.holds(row.id1(), row.id2())).toList();
        RowScanner scanner = new RowScanner();
        RowPool pool = TestFiles.pool(all, Borders.whole());
        pool.clear();
        try (BlockFile file = BlockFile.open(storage, entry)) {
            long count = scanner.scan(file, kind, 0, file.blocks(kind), range, pool);
            assertEquals(expected.size(), count);
            Row.assertSame(expected, PoolRows.of(pool, 0));
        }
    }
}
