package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

class BlockTest {
    private static final int COLUMNS = 6;

    @Test
    void holdsColumnsOfEveryWidth() {
        SplittableRandom random = new SplittableRandom(1);
        for (int column = 0; column < COLUMNS; column++) {
            for (int width = 0; width <= (column == COLUMNS - 1 ? 2 : 8); width++) {
                for (int count : new int[] {1, 2, 9, 50}) {
                    List<Row> rows = rowsOfWidth(random, column, width, count);
                    assertHolds(rows, encode(rows));
                }
            }
        }
    }

    @Test
    void holdsRowsOfAnyShape() {
        Seeds.each(
                200,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = new ArrayList<>(shape.links(random.nextInt(1, 500), true));
                    rows.sort(Row.FILE_ORDER);
                    BlockBuilder builder = new BlockBuilder();
                    byte[] block = encode(builder, rows);
                    assertHolds(rows.subList(0, Bytes.getShort(block, Block.ROWS)), block);
                });
    }

    @Test
    void holdsDataOfAnyLength() {
        SplittableRandom random = new SplittableRandom(3);
        for (int length :
                new int[] {0, 1, 7, 8, 255, 256, 257, 16 << 10, (16 << 10) + 1, 70_000, 1 << 20}) {
            byte[] data = new byte[length];
            random.nextBytes(data);
            List<Row> rows = List.of(new Row(1, 2, 3, 4, 5, 0, data));
            assertHolds(rows, encode(rows));
        }
    }

    @Test
    void findsTheDataOfEachOfManyRows() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            rows.add(new Row(1, 2, i, 0, 0, 0, new byte[i % 5]));
        }
        assertHolds(rows, encode(rows));
    }

    @Test
    void findsTheFirstListThatIsNotBelowAKey() {
        Seeds.each(
                50,
                random -> {
                    RandomRows shape = new RandomRows(random, false);
                    List<Row> rows = new ArrayList<>(shape.links(200, false));
                    rows.sort(Row.FILE_ORDER);
                    Block block = new Block();
                    block.move(MemorySegment.ofArray(encode(rows)), 0);
                    List<Row> probes = new ArrayList<>(shape.links(50, false));
                    probes.add(Row.of(0, 0, 0, 0));
                    probes.add(Row.of(-1, -1, 0, 0));
                    for (Row probe : probes) {
                        int expected = 0;
                        while (expected < block.lists()
                                && Borders.compare(
                                                block.id1(expected),
                                                block.type(expected),
                                                probe.id1(),
                                                probe.type())
                                        < 0) {
                            expected++;
                        }
                        assertEquals(expected, block.search(probe.id1(), probe.type()));
                    }
                });
    }

    @Test
    void checkFindsEachStructuralFault() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rows.add(
                    new Row(i / 10, i / 5 % 2, i, 100 - i, 0, i % 3 == 0 ? 1 : 0, new byte[i % 7]));
        }
        byte[] good = encode(rows);
        assertEquals("", check(good));

        assertFault(good, Block.ROWS, 0);
        assertFault(good, Block.ROWS, 39);
        assertFault(good, Block.ROWS, 41);
        assertFault(good, Block.ROWS + 1, 0xFF);
        assertFault(good, Block.LISTS, 0);
        assertFault(good, Block.LISTS, 41);
        assertFault(good, Block.CHAIN + 3, 0x80);
        assertFault(good, Block.CHAIN, 1);
        assertFault(good, Block.FLAGS, Block.HAS_FLAGS | Block.MORE);
        assertFault(good, Block.FLAGS, 0);
        assertFault(good, Block.FLAGS, 4);
        assertFault(good, Block.LENGTH_BASE + 3, 0x80);
        assertFault(good, Block.LENGTH_BASE, 1);
        for (int width = Block.ID_WIDTH; width <= Block.LENGTH_WIDTH; width++) {
            assertFault(good, width, 9);
            assertFault(good, width, 200);
        }
        assertFault(good, Block.RESERVED, 1);
        // The second list's id1, then its end; both columns are one or two bytes wide.
        assertFault(good, Block.HEADER_BYTES + 2, 0);
        assertFault(good, Block.HEADER_BYTES + 16 + 2, 0);
        int rowsAt = Block.HEADER_BYTES + 8 + 8 + 16;
        assertFault(good, rowsAt + 40 + 1, 200);
        int flagsAt = rowsAt + 40 + 40 + 40;
        assertFault(good, flagsAt + 2, 4);
        assertFault(good, flagsAt + 2, 0x80);
        assertFault(good, good.length - 8 - 1, 1);
        assertFalse(check(good, good.length - 16).isEmpty());
        assertFalse(check(good, good.length - 9).isEmpty());
        assertFalse(check(good, 56).isEmpty());
    }

    @Test
    void checkFindsRowsThatAreOutOfOrder() {
        List<Row> byId2 = List.of(Row.of(1, 1, 5, 9), Row.of(1, 1, 4, 9));
        List<Row> byTime = List.of(Row.of(1, 1, 4, 8), Row.of(1, 1, 5, 9));
        for (List<Row> rows : List.of(byId2, byTime)) {
            byte[] block = encode(rows);
            assertNotEquals("", check(block));
        }
    }

    /** Any bytes at all give a finding or a block that can be read, never a failure. */
    @Test
    void checkSurvivesAnyBytes() {
        Seeds.each(
                300,
                random -> {
                    List<Row> rows =
                            new ArrayList<>(
                                    new RandomRows(random, true)
                                            .links(random.nextInt(1, 60), true));
                    rows.sort(Row.FILE_ORDER);
                    BlockBuilder builder = new BlockBuilder();
                    byte[] block = encode(builder, rows);
                    for (int i = 0; i < 50; i++) {
                        int at =
                                random.nextInt(
                                        random.nextBoolean()
                                                ? Block.HEADER_BYTES
                                                : block.length - 8);
                        block[at] = (byte) random.nextInt(256);
                        if (check(block).isEmpty()) {
                            read(block);
                        }
                    }
                });
    }

    private static void assertFault(byte[] good, int at, int value) {
        byte[] bad = good.clone();
        assertNotEquals((byte) value, bad[at], "the byte at " + at + " is that already");
        bad[at] = (byte) value;
        assertNotEquals("", check(bad), "byte " + at + " set to " + value);
    }

    /** One block with all rows, followed by 8 readable bytes. */
    private static byte[] encode(List<Row> rows) {
        BlockBuilder builder = new BlockBuilder();
        return encode(builder, rows);
    }

    private static byte[] encode(BlockBuilder builder, List<Row> rows) {
        RowPool pool = TestFiles.pool(rows, Borders.whole());
        long[] id1s = new long[rows.size()];
        int[] places = new int[rows.size()];
        pool.list(0, id1s, places);
        for (int i = 0; i < rows.size() && builder.fits(rows.get(i).data().length); i++) {
            builder.add(pool.memory(), places[i]);
            Row row = rows.get(i);
            boolean last = i + 1 == rows.size() || !builder.fits(rows.get(i + 1).data().length);
            if (last
                    || rows.get(i + 1).id1() != row.id1()
                    || rows.get(i + 1).type() != row.type()) {
                builder.endList(row.id1(), row.type());
            }
        }
        byte[] memory = new byte[Math.toIntExact(builder.encodedBytesMax())];
        // Garbage around the block must not matter.
        Arrays.fill(memory, (byte) 0xA5);
        int length = builder.encode(memory, 0, 0, false);
        return Arrays.copyOf(memory, length + 8);
    }

    /** What is wrong with a block, followed by 8 bytes, or an empty text. */
    private static String check(byte[] block) {
        return check(block, block.length - 8);
    }

    private static String check(byte[] block, int lengthBytes) {
        BlockRows rows = new BlockRows();
        String fault = rows.read(block, 0, lengthBytes);
        return fault.isEmpty() ? rows.findFaultInRows() : fault;
    }

    private static void assertHolds(List<Row> rows, byte[] block) {
        assertEquals("", check(block));
        Row.assertSame(rows, read(block));
        Row.assertSame(rows, decode(block));
    }

    private static List<Row> read(byte[] bytes) {
        MemorySegment memory = MemorySegment.ofArray(bytes);
        Block block = new Block();
        block.move(memory, 0);
        List<Row> rows = new ArrayList<>();
        for (int list = 0; list < block.lists(); list++) {
            for (int row = block.firstRow(list); row < block.endRow(list); row++) {
                byte[] data = new byte[block.dataLength(row)];
                MemorySegment.copy(memory, Bytes.BYTE, block.dataOffset(row), data, 0, data.length);
                rows.add(
                        new Row(
                                block.id1(list),
                                block.type(list),
                                block.id2(row),
                                block.time(row),
                                block.version(row),
                                block.flags(row),
                                data));
            }
        }
        return rows;
    }

    /**
     * Rows whose values of one column differ by a number of {@code width} bytes, the others by
     * chance.
     */
    private static List<Row> rowsOfWidth(
            SplittableRandom random, int column, int width, int count) {
        long[] bases = random.longs(COLUMNS).toArray();
        if (width == 8 && column != 3 && column != 4) {
            bases[column] = 0;
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long distance =
                    i == 0 ? 0 : i == 1 ? Bytes.mask(width) : random.nextLong() & Bytes.mask(width);
            long[] values = bases.clone();
            values[column] += distance;
            int length = column == 5 ? (int) Math.min(distance, 259) : 3;
            byte[] data = new byte[length];
            random.nextBytes(data);
            rows.add(
                    new Row(
                            values[0],
                            values[1],
                            values[2],
                            values[3],
                            values[4],
                            i % 5 == 4 ? 1 : 0,
                            data));
        }
        rows.sort(Row.FILE_ORDER.thenComparing(Comparator.comparingLong(Row::version)));
        return rows;
    }

    private static List<Row> decode(byte[] bytes) {
        BlockRows block = new BlockRows();
        assertEquals("", block.read(bytes, 0, bytes.length - 8));
        List<Row> rows = new ArrayList<>();
        int dataAt = block.dataOffset();
        for (int list = 0; list < block.lists(); list++) {
            for (int row = block.firstRow(list); row < block.endRow(list); row++) {
                int dataEnd = dataAt + block.dataLength(row);
                rows.add(
                        new Row(
                                block.id1(list),
                                block.type(list),
                                block.id2(row),
                                block.time(row),
                                block.version(row),
                                block.flags(row),
                                Arrays.copyOfRange(bytes, dataAt, dataEnd)));
                dataAt = dataEnd;
            }
        }
        return rows;
    }
}
