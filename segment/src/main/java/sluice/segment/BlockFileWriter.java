package sluice.segment;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.PropertyTypes;
import sluice.model.RowKind;
import sluice.storage.Storage;

/**
 * Writes sorted lists of rows as one block file: a run, slice by slice, or a segment. Belongs to
 * one thread.
 *
 * <p>Where blocks end depends on the rows alone, so equal rows give equal bytes. Memory: one block,
 * one buffer, about 50 bytes a block for the tables, and what the order of points takes. Layout:
 * docs/format.md, "Block file".
 */
public final class BlockFileWriter implements AutoCloseable {
    private final FileKind fileKind;
    private final String name;
    private final OutputFile out;
    private final @Nullable RowIndex index;
    private final boolean hasPages;
    private final BlockBuilder block = new BlockBuilder();
    private final LongTable linkFences = new LongTable(5);
    private final LongTable nodeFences = new LongTable(5);
    private final LongTable longs = new LongTable(7);
    private final LongTable pieces = new LongTable(2);
    private final LongTable slices = new LongTable(1);

    private PointOrder points = new PointIndex();
    private RowKind kind = RowKind.LINK;
    private int chain;
    private long chainFirstBlock;
    private long chainRows;
    private long chainVisible;
    private final long[] rows = new long[RowKind.values().length];
    private final long[] writtenRows = new long[RowKind.values().length];
    private long visibleLinks;
    private long dataBytes;
    private long versionMin = Long.MAX_VALUE;
    private long versionMax = Long.MIN_VALUE;
    private long idMin = -1;
    private long idMax;
    private boolean finished;

    /** Rows whose type is that of a property. */
    private long propertyRows;

    /** Begins the file {@code name}, as {@code name.tmp} until it is published. */
    public BlockFileWriter(Storage storage, String name, FileKind fileKind) throws IOException {
        this(storage, name, fileKind, null);
    }

    /** As above; {@code index}, which has begun the file too, collects what its links have. */
    public BlockFileWriter(
            Storage storage, String name, FileKind fileKind, @Nullable RowIndex index)
            throws IOException {
        this(storage, name, fileKind, index, false);
    }

    /** As above; {@code hasPages} is for runs without an index section. */
    BlockFileWriter(
            Storage storage,
            String name,
            FileKind fileKind,
            @Nullable RowIndex index,
            boolean hasPages)
            throws IOException {
        this.name = name;
        this.fileKind = fileKind;
        this.index = index;
        this.hasPages = hasPages;
        this.out = new OutputFile(storage, name);
        writeHeader();
    }

    /**
     * Begins the run {@code name} of {@code slices} slices; if they are many, its tables are in
     * pages. {@code index} as in the constructor.
     */
    public static BlockFileWriter ofRun(
            Storage storage, String name, int slices, @Nullable RowIndex index) throws IOException {
        boolean hasPages = index == null && slices >= FileLayout.PAGED_SLICES_MIN;
        return new BlockFileWriter(storage, name, FileKind.RUN, index, hasPages);
    }

    /** From now on rows are nodes; links come first. */
    public void beginNodes() throws IOException {
        closeBlock();
        kind = RowKind.NODE;
    }

    /** Ends a bucket's slice of a run: the next row begins a new block. */
    public void endSlice() throws IOException {
        closeBlock();
        slices.add(fences().rows());
    }

    /**
     * Adds one list, above all before it in the slice: the rows at {@code places} of a pool's
     * memory, newest first.
     */
    void add(byte[] pool, long id1, long type, int[] places, int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            // What is left of a list may still be too much beside the row, so room may be made
            // twice.
            while (!block.add(pool, places[i])) {
                makeRoom(id1, type);
            }
        }
        rows[kind.ordinal()] += to - from;
        propertyRows += PropertyTypes.isProperty(type) ? to - from : 0;
        if (index != null && kind == RowKind.LINK && index.wants(id1, type)) {
            for (int i = from; i < to; i++) {
                index.addRow(pool, places[i]);
            }
        }
        endList(id1, type);
    }

    /**
     * Adds the next row of a list, laid out as in a pool, at {@code place} of {@code memory}; the
     * last one is followed by {@link #endList}.
     */
    void addRow(byte[] memory, int place, long id1, long type) throws IOException {
        while (!block.add(memory, place)) {
            makeRoom(id1, type);
        }
        rows[kind.ordinal()]++;
        propertyRows += PropertyTypes.isProperty(type) ? 1 : 0;
        if (index != null && kind == RowKind.LINK && index.wants(id1, type)) {
            index.addRow(memory, place);
        }
    }

    /** Ends the list to which the rows since the last one belong. */
    void endList(long id1, long type) throws IOException {
        idMin = Long.compareUnsigned(id1, idMin) < 0 ? id1 : idMin;
        idMax = Long.compareUnsigned(id1, idMax) > 0 ? id1 : idMax;
        block.endList(id1, type);
        if (index != null && kind == RowKind.LINK && index.wants(id1, type)) {
            index.endList();
        }
        if (chain > 0) {
            endChain(id1, type);
        }
    }

    /**
     * From the next list on {@code order} makes the point indexes; returns what made them before.
     */
    PointOrder orderPointsBy(PointOrder order) {
        PointOrder before = points;
        points = order;
        return before;
    }

    /** Closes the lists before the one being added, or, when there are none, its rows so far. */
    private void makeRoom(long id1, long type) throws IOException {
        if (block.lists() > 0) {
            writeBlock(0, false);
            return;
        }
        if (chain == 0) {
            chainFirstBlock = fences().rows();
            chainRows = 0;
            chainVisible = 0;
            points.begin();
        }
        block.endList(id1, type);
        noteChainRows();
        writeBlock(chain, true);
        chain++;
    }

    private void endChain(long id1, long type) throws IOException {
        noteChainRows();
        writeBlock(chain, false);
        chain = 0;
        if (kind == RowKind.LINK) {
            int width = 0;
            long firstPiece = pieces.rows();
            if (fileKind == FileKind.SEGMENT && !points.inOrder()) {
                width = points.write(out, pieces);
            }
            longs.add(id1, type, chainFirstBlock, chainRows, chainVisible, firstPiece, width);
        }
    }

    private void noteChainRows() throws IOException {
        int count = block.rows();
        chainRows += count;
        chainVisible += block.visibleRows(0, count);
        if (fileKind == FileKind.SEGMENT && kind == RowKind.LINK) {
            points.add(block.id2s, count);
        }
    }

    private void closeBlock() throws IOException {
        if (block.lists() > 0) {
            writeBlock(0, false);
        }
    }

    private void writeBlock(int chainIndex, boolean more) throws IOException {
        out.reserve(block.encodedBytesMax());
        int blockRows = block.endOfLists();
        if (kind == RowKind.LINK) {
            visibleLinks += block.visibleRows(0, blockRows);
        }
        long id1 = block.firstId1();
        long type = block.firstType();
        long offset = out.offset();
        int length = block.encode(out.buffer(), out.position(), chainIndex, more);
        dataBytes += block.encodedDataBytes();
        versionMin = Math.min(versionMin, block.encodedVersionMin());
        versionMax = Math.max(versionMax, block.encodedVersionMax());
        long checksum = out.advance(length) & 0xFFFF_FFFFL;
        long before = writtenRows[kind.ordinal()];
        writtenRows[kind.ordinal()] += blockRows;
        fences().add(id1, type, offset, before, checksum << 32 | length);
    }

    private LongTable fences() {
        return kind == RowKind.LINK ? linkFences : nodeFences;
    }

    /** How many links and nodes were added so far. */
    public long rowCount() {
        return rows[0] + rows[1];
    }

    /**
     * Ends a segment; where it has properties, its meta bytes say how many. The file is then to be
     * published.
     */
    PendingFile finishSegment() throws IOException {
        byte[] meta = new byte[propertyRows == 0 ? 0 : Long.BYTES];
        if (propertyRows > 0) {
            Bytes.putLong(meta, 0, propertyRows);
        }
        return finish(meta);
    }

    /**
     * Ends the file with {@code meta}, bytes that the caller understands. The file is then to be
     * published.
     */
    public PendingFile finish(byte[] meta) throws IOException {
        closeBlock();
        IndexWriter entries = writeIndex();
        long tables = out.offset();
        long metaBytes = Bytes.align8(meta.length);
        long tableBytes =
                linkFences.bytes()
                        + nodeFences.bytes()
                        + longs.bytes()
                        + pieces.bytes()
                        + slices.bytes();
        long tailBytes = tableBytes + metaBytes + (entries == null ? 0 : entries.tableBytes());
        long sumBytes = hasPages ? TablePages.sumsBytes(tailBytes) : 0;
        // One piece, so that one checksum covers all tables.
        out.reserve(tailBytes + sumBytes + FileLayout.FOOTER_BYTES);
        byte[] memory = out.buffer();
        int at = out.position();
        for (LongTable table : List.of(linkFences, nodeFences, longs, pieces, slices)) {
            at = table.writeTo(memory, at);
        }
        System.arraycopy(meta, 0, memory, at, meta.length);
        Arrays.fill(memory, at + meta.length, at + (int) metaBytes, (byte) 0);
        if (entries != null) {
            entries.writeTables(memory, at + (int) metaBytes);
        }
        int tablesChecksum = out.advance((int) tailBytes);
        if (hasPages) {
            TablePages.writeSums(memory, out.position() - (int) tailBytes, (int) tailBytes);
            tablesChecksum = out.advance((int) sumBytes);
        }
        int checksum = writeFooter(tables, meta.length, entries, tablesChecksum);
        PendingFile file = out.finish(checksum, counts(entries));
        finished = true;
        return file;
    }

    private RowsByKind counts(@Nullable IndexWriter entries) {
        return new RowsByKind(
                rows[RowKind.NODE.ordinal()],
                rows[RowKind.LINK.ordinal()] - propertyRows,
                propertyRows,
                entries == null ? 0 : entries.ids());
    }

    /** Writes the blocks of the index section; null where the file has none. */
    private @Nullable IndexWriter writeIndex() throws IOException {
        if (index == null) {
            return null;
        }
        IndexWriter entries = new IndexWriter(out);
        index.writeTo(entries);
        entries.finishBlocks();
        return entries;
    }

    private void writeHeader() throws IOException {
        out.reserve(FileLayout.HEADER_BYTES);
        byte[] memory = out.buffer();
        int at = out.position();
        Arrays.fill(memory, at, at + FileLayout.HEADER_BYTES, (byte) 0);
        Bytes.putLong(memory, at + FileLayout.HEADER_MAGIC, FileLayout.MAGIC);
        Bytes.putInt(
                memory,
                at + FileLayout.HEADER_VERSION,
                hasPages ? FileLayout.FORMAT_VERSION_PAGED : formatWithoutPages());
        Bytes.putInt(
                memory,
                at + FileLayout.HEADER_INDEX_NUMBERS,
                index == null ? 0 : index.numbersEnd());
        Bytes.putInt(memory, at + FileLayout.HEADER_KIND, fileKind.ordinal());
        Bytes.putLong(memory, at + FileLayout.HEADER_NAME_HASH, FileLayout.nameHash(name));
        int checksum = out.advance(FileLayout.HEADER_CHECKSUM);
        Bytes.putInt(memory, at + FileLayout.HEADER_CHECKSUM, checksum);
        out.advance(4);
    }

    private int formatWithoutPages() {
        return index == null ? FileLayout.FORMAT_VERSION_PLAIN : FileLayout.FORMAT_VERSION_INDEXED;
    }

    private int writeFooter(
            long tables, int metaBytes, @Nullable IndexWriter entries, int tablesChecksum)
            throws IOException {
        byte[] memory = out.buffer();
        int at = out.position();
        Arrays.fill(memory, at, at + FileLayout.FOOTER_BYTES, (byte) 0);
        Bytes.putLong(memory, at + FileLayout.FOOTER_TABLES_OFFSET, tables);
        Bytes.putLong(memory, at + FileLayout.FOOTER_LINK_BLOCKS, linkFences.rows());
        Bytes.putLong(memory, at + FileLayout.FOOTER_NODE_BLOCKS, nodeFences.rows());
        Bytes.putLong(memory, at + FileLayout.FOOTER_LONGS, longs.rows());
        Bytes.putLong(memory, at + FileLayout.FOOTER_PIECES, pieces.rows());
        Bytes.putLong(memory, at + FileLayout.FOOTER_SLICES, slices.rows());
        Bytes.putLong(memory, at + FileLayout.FOOTER_META_BYTES, metaBytes);
        Bytes.putLong(memory, at + FileLayout.FOOTER_LINK_ROWS, rows[RowKind.LINK.ordinal()]);
        Bytes.putLong(memory, at + FileLayout.FOOTER_VISIBLE_ROWS, visibleLinks);
        Bytes.putLong(memory, at + FileLayout.FOOTER_NODE_ROWS, rows[RowKind.NODE.ordinal()]);
        Bytes.putLong(memory, at + FileLayout.FOOTER_VERSION_MIN, versionMin);
        Bytes.putLong(memory, at + FileLayout.FOOTER_VERSION_MAX, versionMax);
        Bytes.putLong(memory, at + FileLayout.FOOTER_ID_MIN, idMin);
        Bytes.putLong(memory, at + FileLayout.FOOTER_ID_MAX, idMax);
        Bytes.putLong(memory, at + FileLayout.FOOTER_DATA_BYTES, dataBytes);
        Bytes.putLong(memory, at + FileLayout.FOOTER_NAME_HASH, FileLayout.nameHash(name));
        if (entries != null) {
            Bytes.putLong(memory, at + FileLayout.FOOTER_INDEX_BLOCKS, entries.blocks());
            Bytes.putLong(memory, at + FileLayout.FOOTER_INDEX_KEYS, entries.keys());
            Bytes.putLong(memory, at + FileLayout.FOOTER_FILTER_BYTES, entries.filterBytes());
        }
        Bytes.putInt(memory, at + FileLayout.FOOTER_TABLES_CHECKSUM, tablesChecksum);
        int checksum = out.advance(FileLayout.FOOTER_CHECKSUM);
        Bytes.putInt(memory, at + FileLayout.FOOTER_CHECKSUM, checksum);
        Bytes.putLong(memory, at + FileLayout.FOOTER_MAGIC, FileLayout.MAGIC);
        out.advance(FileLayout.FOOTER_BYTES - FileLayout.FOOTER_CHECKSUM);
        return checksum;
    }

    /** Gives the file up where it was not finished. */
    @Override
    public void close() throws IOException {
        if (!finished) {
            finished = true;
            out.close();
        }
    }
}
