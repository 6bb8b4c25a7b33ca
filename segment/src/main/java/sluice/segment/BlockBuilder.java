package sluice.segment;

import java.util.Arrays;
import sluice.model.RowSink;

/**
 * The rows of the block that is being filled, and their encoding. Copies each row out of its pool,
 * so that a block may hold rows of several pools. Belongs to one thread.
 *
 * <p>Layout: docs/format.md, "Block". Every number is stored as its distance to the least of its
 * column in the block, in as many whole bytes as the largest distance needs, so that any row can be
 * read without decoding those before it. Cost: two passes over the rows in cache.
 */
final class BlockBuilder {
    /** A block is closed before it would hold more rows, or more estimated bytes, than this. */
    static final int ROWS_MAX = 2048;

    static final int BYTES_TARGET = 16 << 10;
    private static final int ROW_BYTES_ESTIMATE = 8;

    private static final boolean[] UNSIGNED = {true, true, false, true, false, false, false};

    final long[] id2s = new long[ROWS_MAX];
    private final long[] times = new long[ROWS_MAX];
    private final long[] versions = new long[ROWS_MAX];
    private final long[] lengths = new long[ROWS_MAX];
    private final byte[] flags = new byte[ROWS_MAX];
    private final long[] listId1s = new long[ROWS_MAX];
    private final long[] listTypes = new long[ROWS_MAX];
    private final long[] listEnds = new long[ROWS_MAX];

    /** The columns in the order of the file, those of lists first. */
    private final long[][] columns = {
        listId1s, listTypes, listEnds, id2s, times, versions, lengths
    };

    private long encodedDataBytes;
    private long encodedVersionMin;
    private long encodedVersionMax;
    private int rows;
    private int lists;
    private int dataBytes;

    /** Bits that are set in the flags of any row since the block began. */
    private int anyFlags;

    private byte[] data = new byte[4 * BYTES_TARGET];

    int rows() {
        return rows;
    }

    int lists() {
        return lists;
    }

    /** Where the last list that was ended ends. */
    int endOfLists() {
        return lists == 0 ? 0 : (int) listEnds[lists - 1];
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

    /**
     * Adds the row at {@code row} of {@code memory}, a pool's; false, and nothing is added, when
     * that would take the block beyond its limits.
     */
    boolean add(byte[] memory, int row) {
        long lengthAndFlags = Bytes.getLong(memory, row + RowPool.LENGTH);
        int length = (int) lengthAndFlags;
        int rowFlags = (int) (lengthAndFlags >>> 32) & 0xFF;
        if (!fits(length)) {
            return false;
        }
        int index = rows++;
        id2s[index] = Bytes.getLong(memory, row + RowPool.ID2);
        times[index] = Bytes.getLong(memory, row + RowPool.TIME);
        int dataAt = row + RowPool.HEADER_BYTES;
        long version = 0;
        if ((rowFlags & RowPool.HAS_VERSION) != 0) {
            version = Bytes.getLong(memory, dataAt);
            dataAt += 8;
        }
        versions[index] = version;
        lengths[index] = length;
        int kept = rowFlags & (RowSink.HIDDEN | RowSink.TOMBSTONE);
        flags[index] = (byte) kept;
        anyFlags |= kept;
        if (dataBytes + length + 8 > data.length) {
            data = Arrays.copyOf(data, 2 * data.length + length + 8);
        }
        Bytes.copyWild(memory, dataAt, data, dataBytes, length);
        dataBytes += length;
        return true;
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
    int encode(byte[] out, int offset, int chain, boolean more) {
        int count = endOfLists();
        boolean hasFlags = anyFlags != 0 && visibleRows(0, count) != count;
        int blockData = 0;
        for (int i = 0; i < count; i++) {
            blockData += (int) lengths[i];
        }
        int at = offset + Block.HEADER_BYTES;
        // One loop over all columns, so that there is one copy of its machine code to make.
        for (int column = 0; column < columns.length; column++) {
            at =
                    writeColumn(
                            out,
                            offset,
                            at,
                            column,
                            column < BlockColumns.FIRST_OF_ROWS ? lists : count);
        }
        if (hasFlags) {
            System.arraycopy(flags, 0, out, at, count);
            at += count;
        }
        System.arraycopy(data, 0, out, at, blockData);
        at += blockData;
        int end = offset + Bytes.align8(at - offset);
        Arrays.fill(out, at, end, (byte) 0);
        Bytes.putShort(out, offset + Block.ROWS, (short) count);
        Bytes.putShort(out, offset + Block.LISTS, (short) lists);
        Bytes.putInt(out, offset + Block.CHAIN, chain);
        int blockFlags = (hasFlags ? Block.HAS_FLAGS : 0) | (more ? Block.MORE : 0);
        Bytes.putInt(out, offset + Block.FLAGS, blockFlags);
        Bytes.putShort(out, offset + Block.RESERVED, (short) 0);
        encodedDataBytes = blockData;
        removeFirst(count, blockData);
        return end - offset;
    }

    /** How many bytes of data the block has that was encoded last. */
    long encodedDataBytes() {
        return encodedDataBytes;
    }

    /** The lowest version in the block that was encoded last. */
    long encodedVersionMin() {
        return encodedVersionMin;
    }

    /** The highest version in the block that was encoded last. */
    long encodedVersionMax() {
        return encodedVersionMax;
    }

    private void noteVersions(long least, long distances, int count) {
        encodedVersionMin = least;
        encodedVersionMax = least;
        for (int i = 0; distances != 0 && i < count; i++) {
            encodedVersionMax = Math.max(encodedVersionMax, versions[i]);
        }
    }

    /** Writes one column at {@code at} and its base and width into the header; returns its end. */
    private int writeColumn(byte[] out, int offset, int at, int column, int count) {
        long[] values = columns[column];
        // Ids and types are unsigned: with the sign bit turned they compare as signed numbers.
        long turned = UNSIGNED[column] ? Long.MIN_VALUE : 0;
        long base = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            base = Math.min(base, values[i] ^ turned);
        }
        base = column == BlockColumns.ENDS ? 0 : base ^ turned;
        long distances = 0;
        for (int i = 0; i < count; i++) {
            distances |= values[i] - base;
        }
        int width = column == BlockColumns.ENDS ? Block.END_BYTES : Bytes.width(distances);
        if (width > 0) {
            int to = at;
            for (int i = 0; i < count; i++, to += width) {
                Bytes.putLong(out, to, values[i] - base);
            }
        }
        if (column == BlockColumns.VERSIONS) {
            noteVersions(base, distances, count);
        }
        if (column == BlockColumns.LENGTHS) {
            Bytes.putInt(out, offset + Block.LENGTH_BASE, (int) base);
        } else if (column != BlockColumns.ENDS) {
            Bytes.putLong(out, offset + BlockColumns.baseAt(column), base);
        }
        if (column != BlockColumns.ENDS) {
            out[offset + BlockColumns.widthAt(column)] = (byte) width;
        }
        return at + count * width;
    }

    /** Keeps the rows of a list that was begun but not ended. */
    private void removeFirst(int count, int bytes) {
        int rest = rows - count;
        anyFlags = 0;
        if (rest > 0) {
            System.arraycopy(id2s, count, id2s, 0, rest);
            System.arraycopy(times, count, times, 0, rest);
            System.arraycopy(versions, count, versions, 0, rest);
            System.arraycopy(lengths, count, lengths, 0, rest);
            System.arraycopy(flags, count, flags, 0, rest);
            System.arraycopy(data, bytes, data, 0, dataBytes - bytes);
            for (int i = 0; i < rest; i++) {
                anyFlags |= flags[i];
            }
        }
        rows = rest;
        lists = 0;
        dataBytes -= bytes;
    }
}
