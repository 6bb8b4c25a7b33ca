package sluice.segment;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The rows of the block that is being filled, and their encoding. Copies each row out of its pool,
 * so that a block may hold rows of several pools. Belongs to one thread.
 *
 * <p>Layout: docs/format.md, "Block". Every number is stored as its distance to the least of its
 * column in the block, in as many whole bytes as the largest distance needs, so that any row can be
 * read without decoding those before it. Cost: two passes over the rows in cache.
 */
final class BlockBuilder implements AutoCloseable {
    /** A block is closed before it would hold more rows, or more estimated bytes, than this. */
    static final int ROWS_MAX = 2048;

    static final int BYTES_TARGET = 16 << 10;
    private static final int ROW_BYTES_ESTIMATE = 8;

    final long[] id2s = new long[ROWS_MAX];
    private final long[] times = new long[ROWS_MAX];
    private final long[] versions = new long[ROWS_MAX];
    private final int[] lengths = new int[ROWS_MAX];
    private final byte[] flags = new byte[ROWS_MAX];
    private final long[] listId1s = new long[ROWS_MAX];
    private final long[] listTypes = new long[ROWS_MAX];
    private final int[] listEnds = new int[ROWS_MAX];
    private int rows;
    private int lists;
    private long dataBytes;

    /** Bits that are set in the flags of any row since the block began. */
    private int anyFlags;

    private Arena arena = Arena.ofConfined();
    private MemorySegment data = arena.allocate(4 * BYTES_TARGET, 8);

    int rows() {
        return rows;
    }

    int lists() {
        return lists;
    }

    /** Where the last list that was ended ends. */
    int endOfLists() {
        return lists == 0 ? 0 : listEnds[lists - 1];
    }

    long firstId1() {
        return listId1s[0];
    }

    long firstType() {
        return listTypes[0];
    }

    /** Whether one more row with this much data keeps the block within its limits. */
    boolean fits(int dataLength) {
        return rows == 0
                || (rows < ROWS_MAX
                        && dataBytes + dataLength + (long) (rows + 1) * ROW_BYTES_ESTIMATE
                                <= BYTES_TARGET);
    }

    /** Adds the row at {@code row} of {@code memory}, a pool's; {@link #fits} must have said so. */
    void add(MemorySegment memory, long row) {
        int index = rows++;
        int length = memory.get(Bytes.INT, row + RowPool.LENGTH);
        int rowFlags = memory.get(Bytes.INT, row + RowPool.CODE_AND_FLAGS) & 0xFF;
        id2s[index] = memory.get(Bytes.LONG, row + RowPool.ID2);
        times[index] = memory.get(Bytes.LONG, row + RowPool.TIME);
        long dataAt = row + RowPool.HEADER_BYTES;
        long version = 0;
        if ((rowFlags & RowPool.HAS_VERSION) != 0) {
            version = memory.get(Bytes.LONG, dataAt);
            dataAt += 8;
        }
        versions[index] = version;
        lengths[index] = length;
        int kept = rowFlags & (RowSink.HIDDEN | RowSink.TOMBSTONE);
        flags[index] = (byte) kept;
        anyFlags |= kept;
        if (dataBytes + length + 8 > data.byteSize()) {
            growData(length);
        }
        Bytes.copyWild(memory, dataAt, data, dataBytes, length);
        dataBytes += length;
    }

    /** Ends the list to which all rows since the last call belong. */
    void endList(long id1, long type) {
        listId1s[lists] = id1;
        listTypes[lists] = type;
        listEnds[lists++] = rows;
    }

    /** How many bytes {@link #encode} may write, with room to write a little beyond the block. */
    long encodedBytesMax() {
        return Block.HEADER_BYTES + 64L * rows + dataBytes + 64;
    }

    /** How many of the ended lists' rows are visible. */
    int visibleRows(int from, int to) {
        int visible = 0;
        for (int i = from; i < to; i++) {
            visible += flags[i] == 0 ? 1 : 0;
        }
        return visible;
    }

    /**
     * Writes the rows of all ended lists as one block, removes them and returns the block's length.
     *
     * @param chain the block's index among the blocks of its one list, else 0
     * @param more whether the list goes on in the next block
     */
    int encode(MemorySegment out, long offset, int chain, boolean more) {
        int count = endOfLists();
        long idMin = listId1s[0];
        int idWidth = Bytes.width(listId1s[lists - 1] - idMin);
        long typeMin = leastUnsigned(listTypes, lists);
        int typeWidth = width(listTypes, lists, typeMin);
        long id2Min = leastUnsigned(id2s, count);
        int id2Width = width(id2s, count, id2Min);
        long timeMin = least(times, count);
        int timeWidth = width(times, count, timeMin);
        long versionMin = least(versions, count);
        int versionWidth = width(versions, count, versionMin);
        int lengthMin = lengths[0];
        int lengthMax = lengthMin;
        long blockData = 0;
        for (int i = 0; i < count; i++) {
            lengthMin = Math.min(lengthMin, lengths[i]);
            lengthMax = Math.max(lengthMax, lengths[i]);
            blockData += lengths[i];
        }
        int lengthWidth = Bytes.width(lengthMax - lengthMin);
        boolean hasFlags = anyFlags != 0 && visibleRows(0, count) != count;

        long at = offset + Block.HEADER_BYTES;
        at = writeColumn(out, at, listId1s, lists, idMin, idWidth);
        at = writeColumn(out, at, listTypes, lists, typeMin, typeWidth);
        at = writeColumn(out, at, listEnds, lists, 0, 2);
        at = writeColumn(out, at, id2s, count, id2Min, id2Width);
        at = writeColumn(out, at, times, count, timeMin, timeWidth);
        at = writeColumn(out, at, versions, count, versionMin, versionWidth);
        at = writeColumn(out, at, lengths, count, lengthMin, lengthWidth);
        if (hasFlags) {
            MemorySegment.copy(flags, 0, out, Bytes.BYTE, at, count);
            at += count;
        }
        MemorySegment.copy(data, 0, out, at, blockData);
        at += blockData;
        long end = offset + Bytes.align8(at - offset);
        for (; at < end; at++) {
            out.set(Bytes.BYTE, at, (byte) 0);
        }

        out.set(Bytes.SHORT, offset + Block.ROWS, (short) count);
        out.set(Bytes.SHORT, offset + Block.LISTS, (short) lists);
        out.set(Bytes.INT, offset + Block.CHAIN, chain);
        out.set(Bytes.INT, offset + Block.LENGTH_BASE, lengthMin);
        out.set(
                Bytes.INT,
                offset + Block.FLAGS,
                (hasFlags ? Block.HAS_FLAGS : 0) | (more ? Block.MORE : 0));
        out.set(Bytes.BYTE, offset + Block.ID_WIDTH, (byte) idWidth);
        out.set(Bytes.BYTE, offset + Block.TYPE_WIDTH, (byte) typeWidth);
        out.set(Bytes.BYTE, offset + Block.ID2_WIDTH, (byte) id2Width);
        out.set(Bytes.BYTE, offset + Block.TIME_WIDTH, (byte) timeWidth);
        out.set(Bytes.BYTE, offset + Block.VERSION_WIDTH, (byte) versionWidth);
        out.set(Bytes.BYTE, offset + Block.LENGTH_WIDTH, (byte) lengthWidth);
        out.set(Bytes.SHORT, offset + Block.RESERVED, (short) 0);
        out.set(Bytes.LONG, offset + Block.ID_BASE, idMin);
        out.set(Bytes.LONG, offset + Block.TYPE_BASE, typeMin);
        out.set(Bytes.LONG, offset + Block.ID2_BASE, id2Min);
        out.set(Bytes.LONG, offset + Block.TIME_BASE, timeMin);
        out.set(Bytes.LONG, offset + Block.VERSION_BASE, versionMin);
        removeFirst(count, blockData);
        return (int) (end - offset);
    }

    /** Keeps the rows of a list that was begun but not ended. */
    private void removeFirst(int count, long bytes) {
        int rest = rows - count;
        anyFlags = 0;
        if (rest > 0) {
            System.arraycopy(id2s, count, id2s, 0, rest);
            System.arraycopy(times, count, times, 0, rest);
            System.arraycopy(versions, count, versions, 0, rest);
            System.arraycopy(lengths, count, lengths, 0, rest);
            System.arraycopy(flags, count, flags, 0, rest);
            MemorySegment.copy(data, bytes, data, 0, dataBytes - bytes);
            for (int i = 0; i < rest; i++) {
                anyFlags |= flags[i];
            }
        }
        rows = rest;
        lists = 0;
        dataBytes -= bytes;
    }

    private void growData(int length) {
        Arena newArena = Arena.ofConfined();
        MemorySegment newData =
                newArena.allocate(Bytes.align8(2 * data.byteSize() + length + 8), 8);
        MemorySegment.copy(data, 0, newData, 0, dataBytes);
        arena.close();
        arena = newArena;
        data = newData;
    }

    private static long writeColumn(
            MemorySegment out, long offset, long[] values, int count, long base, int width) {
        if (width > 0) {
            for (int i = 0; i < count; i++) {
                out.set(Bytes.LONG, offset + (long) i * width, values[i] - base);
            }
        }
        return offset + (long) count * width;
    }

    private static long writeColumn(
            MemorySegment out, long offset, int[] values, int count, int base, int width) {
        if (width > 0) {
            for (int i = 0; i < count; i++) {
                out.set(Bytes.LONG, offset + (long) i * width, values[i] - base);
            }
        }
        return offset + (long) count * width;
    }

    private static long least(long[] values, int count) {
        long least = values[0];
        for (int i = 1; i < count; i++) {
            least = Math.min(least, values[i]);
        }
        return least;
    }

    private static long leastUnsigned(long[] values, int count) {
        long least = values[0] ^ Long.MIN_VALUE;
        for (int i = 1; i < count; i++) {
            least = Math.min(least, values[i] ^ Long.MIN_VALUE);
        }
        return least ^ Long.MIN_VALUE;
    }

    /** Distances are unsigned numbers, whatever the order of their column. */
    private static int width(long[] values, int count, long base) {
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= values[i] - base;
        }
        return Bytes.width(bits);
    }

    @Override
    public void close() {
        arena.close();
    }
}
