package sluice.segment;

import sluice.model.RowSink;

/**
 * One block, decoded whole: its numbers in arrays, its data where it was. For whoever needs every
 * row (a build, a check); {@link Block} reads single rows in place. Belongs to one thread and is
 * reused for block after block.
 *
 * <p>Layout: docs/format.md, "Block". Cost: one pass over each column, in cache.
 */
final class BlockRows {
    private static final int LENGTH_WIDTH_MAX = 4;

    /** The columns in the order of the file, those of lists first. */
    private final long[][] columns = new long[BlockColumns.COUNT][0];

    private long[] listId1s = columns[0];
    private long[] listTypes = columns[1];
    private long[] listEnds = columns[BlockColumns.ENDS];
    private long[] id2s = columns[BlockColumns.FIRST_OF_ROWS];
    private long[] times = columns[BlockColumns.TIMES];
    private long[] versions = columns[BlockColumns.VERSIONS];
    private long[] lengths = columns[BlockColumns.LENGTHS];

    private byte[] buffer = new byte[0];
    private byte[] memory = buffer;
    private int offset;
    private int rows;
    private int lists;
    private int flags;
    private int flagsAt;
    private int dataAt;

    /** An array of at least {@code bytes} for a block that is to be decoded, used again. */
    byte[] buffer(int bytes) {
        if (bytes > buffer.length) {
            buffer = new byte[bytes];
        }
        return buffer;
    }

    /** How much memory this keeps, about. */
    long bytes() {
        return buffer.length + 8L * columns.length * id2s.length;
    }

    /**
     * Decodes the block of {@code lengthBytes} bytes at {@code newOffset}, followed by at least 8
     * readable bytes, and says what is wrong with its sizes, or returns an empty text: then every
     * row can be read and lies within the block.
     */
    String read(byte[] newMemory, int newOffset, int lengthBytes) {
        if (lengthBytes < Block.HEADER_BYTES || lengthBytes % 8 != 0) {
            return "a block of " + lengthBytes + " bytes";
        }
        memory = newMemory;
        offset = newOffset;
        rows = Bytes.getShort(newMemory, newOffset + Block.ROWS) & 0xFFFF;
        lists = Bytes.getShort(newMemory, newOffset + Block.LISTS) & 0xFFFF;
        flags = Bytes.getInt(newMemory, newOffset + Block.FLAGS);
        if (!isSane(lengthBytes)) {
            return "a block header that makes no sense";
        }
        if (rows > id2s.length) {
            makeRoom();
        }
        int at = newOffset + Block.HEADER_BYTES;
        for (int column = 0; column < columns.length; column++) {
            at = readColumn(at, column, column < BlockColumns.FIRST_OF_ROWS ? lists : rows);
        }
        flagsAt = at;
        dataAt = at + (hasFlags() ? rows : 0);
        return findFaultInSizes(lengthBytes);
    }

    int rows() {
        return rows;
    }

    int lists() {
        return lists;
    }

    int chain() {
        return Bytes.getInt(memory, offset + Block.CHAIN);
    }

    boolean more() {
        return (flags & Block.MORE) != 0;
    }

    /** Whether the block is one of several that hold one list. */
    boolean isLong() {
        return more() || chain() != 0;
    }

    boolean hasFlags() {
        return (flags & Block.HAS_FLAGS) != 0;
    }

    long id1(int list) {
        return listId1s[list];
    }

    long type(int list) {
        return listTypes[list];
    }

    int firstRow(int list) {
        return list == 0 ? 0 : (int) listEnds[list - 1];
    }

    int endRow(int list) {
        return (int) listEnds[list];
    }

    long id2(int row) {
        return id2s[row];
    }

    long time(int row) {
        return times[row];
    }

    long version(int row) {
        return versions[row];
    }

    /** {@link RowSink#HIDDEN} and {@link RowSink#TOMBSTONE}. */
    int flags(int row) {
        return hasFlags() ? memory[flagsAt + row] : 0;
    }

    int dataLength(int row) {
        return (int) lengths[row];
    }

    /** Where the data of the first row begins; that of the others follows. */
    int dataOffset() {
        return dataAt;
    }

    /** The array in which the block, with its data, is. */
    byte[] memory() {
        return memory;
    }

    /**
     * Says what is wrong with the order of the lists and rows, their flags and the padding, or
     * returns an empty text. Cost: one pass over the rows.
     */
    String findFaultInRows() {
        for (int list = 0; list < lists; list++) {
            if (list > 0 && compareLists(list - 1, list) >= 0) {
                return "list %d of a block is not above the one before it".formatted(list);
            }
            for (int row = firstRow(list) + 1; row < endRow(list); row++) {
                if (times[row - 1] < times[row]
                        || (times[row - 1] == times[row]
                                && Long.compareUnsigned(id2s[row - 1], id2s[row]) > 0)) {
                    return "row %d of a block is out of order".formatted(row);
                }
            }
        }
        for (int row = 0; hasFlags() && row < rows; row++) {
            if ((flags(row) & ~(RowSink.HIDDEN | RowSink.TOMBSTONE)) != 0) {
                return "row %d of a block has the flags %d".formatted(row, flags(row));
            }
        }
        int end = dataAt + (int) sumLengths();
        for (int at = end; at < offset + Bytes.align8(end - offset); at++) {
            if (memory[at] != 0) {
                return "padding that is not zero";
            }
        }
        return "";
    }

    /** Whether the header's numbers leave all columns within the block. */
    private boolean isSane(int lengthBytes) {
        long bytes = Block.HEADER_BYTES + (long) Block.END_BYTES * lists;
        for (int column = 0; column < columns.length; column++) {
            if (column != BlockColumns.ENDS) {
                int width = memory[offset + BlockColumns.widthAt(column)] & 0xFF;
                if (width > (column == BlockColumns.LENGTHS ? LENGTH_WIDTH_MAX : 8)) {
                    return false;
                }
                bytes += (long) width * (column < BlockColumns.FIRST_OF_ROWS ? lists : rows);
            }
        }
        return rows >= 1
                && lists >= 1
                && lists <= rows
                && rows <= BlockBuilder.ROWS_MAX
                && Bytes.getInt(memory, offset + Block.LENGTH_BASE) >= 0
                && (flags & ~(Block.HAS_FLAGS | Block.MORE)) == 0
                && chain() >= 0
                && (lists == 1 || !isLong())
                && Bytes.getShort(memory, offset + Block.RESERVED) == 0
                && bytes + (hasFlags() ? rows : 0) <= lengthBytes;
    }

    private void makeRoom() {
        for (int column = 0; column < columns.length; column++) {
            columns[column] = new long[rows];
        }
        listId1s = columns[0];
        listTypes = columns[1];
        listEnds = columns[BlockColumns.ENDS];
        id2s = columns[BlockColumns.FIRST_OF_ROWS];
        times = columns[BlockColumns.TIMES];
        versions = columns[BlockColumns.VERSIONS];
        lengths = columns[BlockColumns.LENGTHS];
    }

    private int readColumn(int at, int column, int count) {
        long[] values = columns[column];
        int width =
                column == BlockColumns.ENDS
                        ? Block.END_BYTES
                        : memory[offset + BlockColumns.widthAt(column)] & 0xFF;
        long base =
                switch (column) {
                    case BlockColumns.ENDS -> 0;
                    case BlockColumns.LENGTHS ->
                            Bytes.getInt(memory, offset + BlockColumns.baseAt(column));
                    default -> Bytes.getLong(memory, offset + BlockColumns.baseAt(column));
                };
        byte[] from = memory;
        // Of width 0 the mask leaves nothing of what is read.
        long mask = Bytes.mask(width);
        int next = at;
        for (int i = 0; i < count; i++, next += width) {
            values[i] = base + (Bytes.getLong(from, next) & mask);
        }
        return at + count * width;
    }

    private String findFaultInSizes(int lengthBytes) {
        long before = 0;
        for (int list = 0; list < lists; list++) {
            if (listEnds[list] <= before || listEnds[list] > rows) {
                return "list %d of a block ends at row %d".formatted(list, listEnds[list]);
            }
            before = listEnds[list];
        }
        if (before != rows) {
            return "the lists of a block end at row %d of %d".formatted(before, rows);
        }
        long end = dataAt + sumLengths() - offset;
        return Bytes.align8(end) == lengthBytes
                ? ""
                : "the data of a block ends at %d of %d bytes".formatted(end, lengthBytes);
    }

    private long sumLengths() {
        long sum = 0;
        for (int row = 0; row < rows; row++) {
            sum += lengths[row];
        }
        return sum;
    }

    private int compareLists(int first, int second) {
        int order = Long.compareUnsigned(listId1s[first], listId1s[second]);
        return order != 0 ? order : Long.compareUnsigned(listTypes[first], listTypes[second]);
    }
}
