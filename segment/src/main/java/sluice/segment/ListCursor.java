package sluice.segment;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.storage.CorruptFileException;

/**
 * A place in the lists of one file: moves from list to list and, inside a list, from row to row,
 * newest first. Belongs to one thread; the file must stay open.
 *
 * <p>Cost of {@link #seek}: a binary search in the fences, one in the block.
 */
public final class ListCursor {
    private final BlockFile file;
    private final RowKind kind;
    private final long blockFrom;
    private final long blockTo;
    private final Block view = new Block();

    private long block;
    private int list;
    private int row;
    private int rowEnd;
    private long dataOffset;

    /** A cursor over the blocks {@code blockFrom} up to {@code blockTo} of rows of {@code kind}. */
    public ListCursor(BlockFile file, RowKind kind, long blockFrom, long blockTo) {
        this.file = file;
        this.kind = kind;
        this.blockFrom = blockFrom;
        this.blockTo = blockTo;
    }

    /** Whether the file is a segment rather than a run. */
    public boolean isOfSegment() {
        return file.fileKind() == FileKind.SEGMENT;
    }

    /** Moves to the first list that is not below (id1, type); false when there is none. */
    public boolean seek(long id1, long type) throws IOException {
        long found = file.findBlock(kind, blockFrom, blockTo, id1, type);
        block = found < 0 ? blockFrom : found;
        if (block >= blockTo) {
            return false;
        }
        file.view(kind, block, view);
        list = view.search(id1, type);
        if (list == view.lists()) {
            return moveToBlock(block + 1);
        }
        if (view.chain() > 0) {
            return moveToBlock(block - view.chain());
        }
        beginList();
        return true;
    }

    /** Moves to the list after this one; false when it was the last. */
    public boolean nextList() throws IOException {
        while (view.more()) {
            if (!moveToBlock(block + 1)) {
                return false;
            }
        }
        if (list + 1 < view.lists()) {
            list++;
            beginList();
            return true;
        }
        return moveToBlock(block + 1);
    }

    public long id1() {
        return view.id1(list);
    }

    public long type() {
        return view.type(list);
    }

    /**
     * Whether the list is longer than a block, and has an entry of its own in the file's tables.
     */
    public boolean isLong() {
        return view.isLong();
    }

    /** Whether a row is there to be read; false when the list's rows have all been passed. */
    public boolean hasRow() {
        return row < rowEnd;
    }

    public long id2() {
        return view.id2(row);
    }

    public long time() {
        return view.time(row);
    }

    public long version() {
        return view.version(row);
    }

    /** {@link RowSink#HIDDEN} and {@link RowSink#TOMBSTONE}. */
    public int flags() {
        return view.flags(row);
    }

    /** A copy of the row's data. */
    public byte[] data() {
        byte[] data = new byte[view.dataLength(row)];
        copyData(data, 0);
        return data;
    }

    int dataLength() {
        return view.dataLength(row);
    }

    /** Copies the row's data to {@code target}. */
    void copyData(byte[] target, int offset) {
        if (dataOffset < 0) {
            dataOffset = view.dataOffset(row);
        }
        MemorySegment.copy(
                view.memory(), Bytes.BYTE, dataOffset, target, offset, view.dataLength(row));
    }

    /** Moves to the next row of the list. */
    public void nextRow() throws IOException {
        if (dataOffset >= 0) {
            dataOffset += view.dataLength(row);
        }
        row++;
        if (row == rowEnd && view.more()) {
            moveToBlock(block + 1);
        }
    }

    /** How many rows the list has, hidden ones too. */
    public long rows() throws IOException {
        if (!view.isLong()) {
            return view.endRow(list) - view.firstRow(list);
        }
        return longField(FileLayout.LONG_ROWS);
    }

    /**
     * How many visible rows the list has. Cost: a pass over the flags where some row is not
     * visible.
     */
    public long visibleRows() throws IOException {
        if (view.isLong()) {
            return longField(FileLayout.LONG_VISIBLE);
        }
        int first = view.firstRow(list);
        int end = view.endRow(list);
        if (!view.hasFlags()) {
            return end - first;
        }
        long visible = 0;
        for (int i = first; i < end; i++) {
            visible += view.flags(i) == 0 ? 1 : 0;
        }
        return visible;
    }

    /**
     * Whether {@code range} holds all rows of a list of a segment, at whose first row this stands.
     * Cost: a pass over the id2s of a list within one block, two look-ups in a longer one.
     */
    public boolean isWithin(KeyRange range) throws IOException {
        long id1 = id1();
        if (!view.isLong()) {
            boolean within = true;
            for (int i = row; within && i < rowEnd; i++) {
                within = range.holds(id1, view.id2(i));
            }
            return within;
        }
        long entry = longEntry();
        long last = file.longField(entry, FileLayout.LONG_ROWS) - 1;
        boolean indexed = file.longField(entry, FileLayout.LONG_WIDTH) != 0;
        boolean within =
                range.holds(id1, id2At(block, indexed ? file.pointOrdinal(entry, 0) : 0))
                        && range.holds(
                                id1, id2At(block, indexed ? file.pointOrdinal(entry, last) : last));
        moveToBlock(block);
        return within;
    }

    /**
     * Moves to the row of {@code id2} in a list of a segment; false when there is none. Cost: a
     * pass over the id2s of a list within one block, a binary search in a longer one.
     */
    public boolean seekId2(long id2) throws IOException {
        if (!view.isLong()) {
            int end = view.endRow(list);
            for (int i = view.firstRow(list); i < end; i++) {
                if (view.id2(i) == id2) {
                    moveToRow(i);
                    return true;
                }
            }
            return false;
        }
        long first = block - view.chain();
        long entry = longEntry();
        long low = 0;
        long high = file.longField(entry, FileLayout.LONG_ROWS) - 1;
        boolean indexed = file.longField(entry, FileLayout.LONG_WIDTH) != 0;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            moveToOrdinal(first, indexed ? file.pointOrdinal(entry, middle) : middle);
            int order = Long.compareUnsigned(view.id2(row), id2);
            if (order == 0) {
                return true;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    /**
     * Moves to the row of {@code id2} that wins in a list of a run, where keys may repeat; false
     * when there is none. Cost: a pass over the list.
     */
    public boolean seekBestOf(long id2) throws IOException {
        long bestBlock = -1;
        int bestRow = 0;
        long bestVersion = 0;
        long bestTime = 0;
        for (; hasRow(); nextRow()) {
            if (id2() == id2
                    && (bestBlock < 0
                            || version() > bestVersion
                            || (version() == bestVersion && time() >= bestTime))) {
                bestBlock = block;
                bestRow = row;
                bestVersion = version();
                bestTime = time();
            }
        }
        if (bestBlock < 0) {
            return false;
        }
        if (bestBlock != block) {
            moveToBlock(bestBlock);
        }
        moveToRow(bestRow);
        return true;
    }

    /** Whether the next row of the list has the same time and id2. */
    public boolean nextIsEqual() throws IOException {
        if (row + 1 < rowEnd) {
            return view.time(row + 1) == view.time(row) && view.id2(row + 1) == view.id2(row);
        }
        if (!view.more()) {
            return false;
        }
        Block next = new Block();
        file.view(kind, block + 1, next);
        return next.time(0) == view.time(row) && next.id2(0) == view.id2(row);
    }

    /**
     * Moves to the first row whose time is not above {@code maxTime}, possibly past the last row.
     */
    public void skipNewerThan(long maxTime) throws IOException {
        if (view.isLong()) {
            skipBlocks(maxTime);
        }
        int low = row;
        int high = rowEnd;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (view.time(middle) > maxTime) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        moveToRow(low);
        if (low == rowEnd && view.more()) {
            moveToBlock(block + 1);
        }
    }

    /** Skips {@code count} rows, whole blocks at a time; hidden rows count. */
    public void skipRows(long count) throws IOException {
        long left = count;
        while (left >= rowEnd - row && view.more()) {
            left -= rowEnd - row;
            moveToBlock(block + 1);
        }
        moveToRow(row + (int) Math.min(rowEnd - row, left));
    }

    /** Whether all rows from here on that lie in this block are visible. */
    boolean allVisible() {
        return !view.hasFlags();
    }

    Block view() {
        return view;
    }

    int row() {
        return row;
    }

    int rowEnd() {
        return rowEnd;
    }

    /** Passes the rows of this block before {@code newRow}; at its end moves on in a long list. */
    void passRows(int newRow) throws IOException {
        moveToRow(newRow);
        if (newRow == rowEnd && view.more()) {
            moveToBlock(block + 1);
        }
    }

    /** In a long list moves to the last block that begins above {@code maxTime}: binary search. */
    private void skipBlocks(long maxTime) throws IOException {
        long first = block;
        long rows = longField(FileLayout.LONG_ROWS);
        long end = blockOf(block - view.chain(), rows - 1) + 1;
        while (first + 1 < end) {
            long middle = (first + end) >>> 1;
            moveToBlock(middle);
            if (view.time(0) > maxTime) {
                first = middle;
            } else {
                end = middle;
            }
        }
        moveToBlock(first);
    }

    private void moveToOrdinal(long firstBlock, long ordinal) throws IOException {
        long target = blockOf(firstBlock, ordinal);
        if (target != block) {
            moveToBlock(target);
        }
        moveToRow(rowOf(firstBlock, target, ordinal));
    }

    /**
     * The id2 of row {@code ordinal} of the long list that begins with block {@code firstBlock}.
     */
    long id2At(long firstBlock, long ordinal) throws IOException {
        long target = blockOf(firstBlock, ordinal);
        file.view(kind, target, view);
        return view.id2(rowOf(firstBlock, target, ordinal));
    }

    /** Which row of block {@code target}, which the view is at, is row {@code ordinal}. */
    private int rowOf(long firstBlock, long target, long ordinal) throws IOException {
        long row = ordinal - (file.rowsBefore(kind, target) - file.rowsBefore(kind, firstBlock));
        if (row < 0 || row >= view.rows()) {
            throw new CorruptFileException(
                    file.name(),
                    file.blockOffset(kind, target),
                    "a block without row " + row,
                    "run: sluice verify");
        }
        return (int) row;
    }

    /** Which block of a long list holds its row {@code ordinal}. */
    private long blockOf(long firstBlock, long ordinal) throws IOException {
        long base = file.rowsBefore(kind, firstBlock);
        long low = firstBlock;
        long high = blockTo - 1;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (file.rowsBefore(kind, middle) - base <= ordinal) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private boolean moveToBlock(long newBlock) throws IOException {
        if (newBlock >= blockTo) {
            block = blockTo;
            row = 0;
            rowEnd = 0;
            return false;
        }
        block = newBlock;
        file.view(kind, block, view);
        list = 0;
        beginList();
        return true;
    }

    private void beginList() {
        rowEnd = view.endRow(list);
        moveToRow(view.firstRow(list));
    }

    private void moveToRow(int newRow) {
        row = newRow;
        dataOffset = -1;
    }

    private long longField(int field) throws IOException {
        return file.longField(longEntry(), field);
    }

    private long longEntry() throws IOException {
        long entry = file.findLong(id1(), type(), block - view.chain());
        if (entry < 0) {
            throw new IllegalStateException("a long list without an entry in " + file.name());
        }
        return entry;
    }
}
