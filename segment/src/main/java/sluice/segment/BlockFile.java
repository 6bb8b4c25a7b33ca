package sluice.segment;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.storage.BlockMemory;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * A run or a segment, open for reading: mapped, searched in place. Safe for any number of threads,
 * but for {@link #openConfined}.
 *
 * <p>A block is checked against its checksum when it is first used, the footer at once, the tables
 * with the first block; what fails is reported as {@link CorruptFileException} and never read. Cost
 * of opening: two small reads and a mapping, whatever the size.
 *
 * <p>A file of a storage that keeps blocks itself is not mapped: its tables are in the heap from
 * their first use on, a 400th of the file, and a block is compared with its checksum each time that
 * it is read. The tables of a run of many slices are in pages ({@link TablePages}).
 */
public final class BlockFile implements Closeable {
    private static final String ADVICE = "run: sluice verify";

    private final String name;
    private final long lengthBytes;
    private final FileKind fileKind;
    private final Arena arena;
    private final MemorySegment memory;
    private final Storage.Source source;
    private final FileParts parts;
    private final @Nullable BlockMemory kept;
    private final boolean hasPages;

    /** Set by {@link #checkTables} where tables are in pages. */
    private @Nullable TablePages pages;

    /** The mapping, or of a file that is not mapped its tables, once they were checked. */
    private MemorySegment tables;

    /** Where {@link #tables} begin in the file. */
    private final long tablesAt;

    private final long tablesOffset;
    private final int tablesChecksum;
    private final long[] blocks = new long[RowKind.values().length];
    private final long longs;
    private final long pieces;
    private final long slices;
    private final int metaBytes;
    private final long linkRows;
    private final long visibleRows;
    private final long nodeRows;
    private final long versionMin;
    private final long versionMax;
    private final long idMin;
    private final long idMax;
    private final long dataBytes;
    private final long indexBlocks;
    private final long indexKeys;
    private final long filterBytes;

    /** 0 where there is no index section. */
    private final int indexNumbersEnd;

    /** Set by {@link #checkTables} where there is an index section. */
    private volatile @Nullable IndexSection index;

    /** 1 for each block (links, nodes, pieces) that was checked; races only repeat a check. */
    private final byte[] checked;

    private volatile boolean tablesChecked;

    /** A file that is not mapped has no bytes of {@code memory}, and blocks in {@code kept}. */
    private BlockFile(
            FileEntry entry,
            Storage.Source source,
            MemorySegment memory,
            Arena arena,
            @Nullable BlockMemory kept)
            throws IOException {
        this.name = entry.name();
        this.lengthBytes = entry.lengthBytes();
        this.source = source;
        this.memory = memory;
        this.arena = arena;
        byte[] header = readHeader();
        this.fileKind = FileKind.values()[Bytes.getInt(header, FileLayout.HEADER_KIND)];
        int version = Bytes.getInt(header, FileLayout.HEADER_VERSION);
        boolean isPlain = version != FileLayout.FORMAT_VERSION_INDEXED;
        this.hasPages = version == FileLayout.FORMAT_VERSION_PAGED;
        this.kept = kept;
        this.indexNumbersEnd = isPlain ? 0 : Bytes.getInt(header, FileLayout.HEADER_INDEX_NUMBERS);
        byte[] footer = read(lengthBytes - FileLayout.FOOTER_BYTES, FileLayout.FOOTER_BYTES);
        checkFooter(footer, entry);
        this.tablesOffset = Bytes.getLong(footer, FileLayout.FOOTER_TABLES_OFFSET);
        this.blocks[0] = Bytes.getLong(footer, FileLayout.FOOTER_LINK_BLOCKS);
        this.blocks[1] = Bytes.getLong(footer, FileLayout.FOOTER_NODE_BLOCKS);
        this.longs = Bytes.getLong(footer, FileLayout.FOOTER_LONGS);
        this.pieces = Bytes.getLong(footer, FileLayout.FOOTER_PIECES);
        this.slices = Bytes.getLong(footer, FileLayout.FOOTER_SLICES);
        long meta = Bytes.getLong(footer, FileLayout.FOOTER_META_BYTES);
        this.linkRows = Bytes.getLong(footer, FileLayout.FOOTER_LINK_ROWS);
        this.visibleRows = Bytes.getLong(footer, FileLayout.FOOTER_VISIBLE_ROWS);
        this.nodeRows = Bytes.getLong(footer, FileLayout.FOOTER_NODE_ROWS);
        this.versionMin = Bytes.getLong(footer, FileLayout.FOOTER_VERSION_MIN);
        this.versionMax = Bytes.getLong(footer, FileLayout.FOOTER_VERSION_MAX);
        this.idMin = Bytes.getLong(footer, FileLayout.FOOTER_ID_MIN);
        this.idMax = Bytes.getLong(footer, FileLayout.FOOTER_ID_MAX);
        this.dataBytes = Bytes.getLong(footer, FileLayout.FOOTER_DATA_BYTES);
        this.indexBlocks = isPlain ? 0 : Bytes.getLong(footer, FileLayout.FOOTER_INDEX_BLOCKS);
        this.indexKeys = isPlain ? 0 : Bytes.getLong(footer, FileLayout.FOOTER_INDEX_KEYS);
        this.filterBytes = isPlain ? 0 : Bytes.getLong(footer, FileLayout.FOOTER_FILTER_BYTES);
        this.tablesChecksum = Bytes.getInt(footer, FileLayout.FOOTER_TABLES_CHECKSUM);
        checkSizes(meta);
        this.metaBytes = (int) meta;
        this.checked = new byte[Math.toIntExact(blocks[0] + blocks[1] + pieces)];
        this.parts = new FileParts(name, source, tablesOffset, kept);
        this.tables = memory;
        this.tablesAt = kept == null ? 0 : tablesOffset;
    }

    /**
     * Opens the file that {@code entry} describes. The caller closes it, for which Java stops all
     * threads for a moment.
     */
    public static BlockFile open(Storage storage, FileEntry entry) throws IOException {
        return open(storage, storage.open(entry), entry, Arena.ofShared());
    }

    /** As {@link #open}, for the calling thread alone; closing it stops no other thread. */
    public static BlockFile openConfined(Storage storage, FileEntry entry) throws IOException {
        return open(storage, storage.open(entry), entry, Arena.ofConfined());
    }

    private static BlockFile open(
            Storage storage, Storage.Source source, FileEntry entry, Arena arena)
            throws IOException {
        try {
            long length = source.lengthBytes();
            if (length != entry.lengthBytes()
                    || length < FileLayout.HEADER_BYTES + FileLayout.FOOTER_BYTES) {
                throw new CorruptFileException(
                        entry.name(),
                        length,
                        "expected a length of " + entry.lengthBytes() + " bytes",
                        ADVICE);
            }
            @Nullable BlockMemory kept = storage.blockMemory().orElse(null);
            MemorySegment memory =
                    kept == null ? storage.map(entry.name(), length, arena) : MemorySegment.NULL;
            return new BlockFile(entry, source, memory, arena, kept);
        } catch (Throwable failure) {
            arena.close();
            source.close();
            throw failure;
        }
    }

    /**
     * The entry of a file that no manifest lists, read from the file itself: what resume adopts.
     * Fails when the file is not whole.
     */
    public static FileEntry describe(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            long length = source.lengthBytes();
            if (length < FileLayout.HEADER_BYTES + FileLayout.FOOTER_BYTES) {
                throw new CorruptFileException(name, length, "shorter than a footer", "delete it");
            }
            byte[] footer = read(source, length - FileLayout.FOOTER_BYTES, FileLayout.FOOTER_BYTES);
            return new FileEntry(name, length, Bytes.getInt(footer, FileLayout.FOOTER_CHECKSUM));
        }
    }

    public String name() {
        return name;
    }

    public long lengthBytes() {
        return lengthBytes;
    }

    public FileKind fileKind() {
        return fileKind;
    }

    /** How many link rows there are, hidden ones and deletions too. */
    public long linkRows() {
        return linkRows;
    }

    /**
     * How many of the link rows of a segment are properties, as its meta bytes say; 0 in a run, and
     * in a segment that a program before this one wrote.
     */
    public long propertyRows() throws IOException {
        if (fileKind != FileKind.SEGMENT || metaBytes != Long.BYTES) {
            return 0;
        }
        return Math.clamp(Bytes.getLong(meta(), 0), 0, linkRows);
    }

    /** How many link rows are neither hidden nor deletions. */
    public long visibleRows() {
        return visibleRows;
    }

    public long nodeRows() {
        return nodeRows;
    }

    public long dataBytes() {
        return dataBytes;
    }

    /** Whether all rows have the version {@code version}. */
    public boolean hasOnlyVersion(long version) {
        return linkRows + nodeRows == 0 || (versionMin == version && versionMax == version);
    }

    /** The lowest version of a row. */
    public long versionMin() {
        return versionMin;
    }

    long versionMax() {
        return versionMax;
    }

    /** The lowest id1 or node id; the highest one of all where there are no rows. */
    long idMin() {
        return idMin;
    }

    long idMax() {
        return idMax;
    }

    /**
     * How many rows belong to ids below {@code id}: too few by at most one block of each kind, and
     * exact where no id is above. Costs a binary search in the tables.
     */
    public long rowsBelow(long id) throws IOException {
        if (Long.compareUnsigned(idMax, id) < 0) {
            return linkRows + nodeRows;
        }
        long rows = 0;
        for (RowKind kind : RowKind.values()) {
            // Several blocks of a long list begin with the id itself.
            long block = id == 0 ? -1 : findBlock(kind, 0, blocks(kind), id - 1, -1);
            rows += block < 0 ? 0 : rowsBefore(kind, block);
        }
        return rows;
    }

    /** Whether {@code range} holds every key of each id that has rows. */
    public boolean isWithin(KeyRange range) {
        return linkRows + nodeRows == 0 || (range.holdsAll(idMin) && range.holdsAll(idMax));
    }

    /** How many blocks of rows of {@code kind} there are. */
    public long blocks(RowKind kind) {
        return blocks[kind.ordinal()];
    }

    /** How many rows of {@code kind} there are. */
    public long rows(RowKind kind) {
        return kind == RowKind.LINK ? linkRows : nodeRows;
    }

    /** How many slices a run has; 0 for a segment. */
    public int slices() {
        return (int) slices;
    }

    /** The first block of slice {@code slice}. */
    public long sliceBegin(int slice) throws IOException {
        return slice == 0 ? 0 : sliceEnd(slice - 1);
    }

    /** The block after the last one of slice {@code slice}. */
    public long sliceEnd(int slice) throws IOException {
        checkTables();
        long end = tableSliceEnd(slice);
        if (pages != null && slice > 0 && end < tableSliceEnd(slice - 1)) {
            throw new CorruptFileException(
                    name, tablesOffset, "slice %d ends before it begins".formatted(slice), ADVICE);
        }
        return end;
    }

    /** How many rows slice {@code slice} has. */
    public long sliceRows(int slice) throws IOException {
        long from = sliceBegin(slice);
        long to = sliceEnd(slice);
        RowKind kind = blocks[0] > 0 ? RowKind.LINK : RowKind.NODE;
        return from == to ? 0 : rowsEnd(kind, to - 1) - rowsBefore(kind, from);
    }

    long tableSliceEnd(long slice) throws IOException {
        long end = tableLong(slicesOffset() + slice * FileLayout.SLICE_BYTES);
        if (pages != null && (end < 0 || end > blocks[0] + blocks[1])) {
            throw new CorruptFileException(
                    name,
                    tablesOffset,
                    "slice %d ends with block %d".formatted(slice, end),
                    ADVICE);
        }
        return end;
    }

    /** Whether the file has become shorter since it was opened; its pages cannot be read then. */
    public boolean isCutShort() throws IOException {
        return source.lengthBytes() < lengthBytes;
    }

    /** The bytes that the writer gave to the file's end. */
    public byte[] meta() throws IOException {
        checkTables();
        byte[] meta = new byte[metaBytes];
        if (pages != null) {
            pages.copy(metaOffset(), meta);
            return meta;
        }
        MemorySegment.copy(tables, Bytes.BYTE, metaOffset() - tablesAt, meta, 0, metaBytes);
        return meta;
    }

    long metaOffset() {
        return slicesOffset() + slices * FileLayout.SLICE_BYTES;
    }

    /** The first row number of a block, counted over the file. */
    long rowsBefore(RowKind kind, long block) throws IOException {
        return tableLong(fence(kind, block) + FileLayout.FENCE_ROWS_BEFORE);
    }

    /** The row number after a block's last one. */
    long rowsEnd(RowKind kind, long block) throws IOException {
        return block + 1 < blocks(kind) ? rowsBefore(kind, block + 1) : rows(kind);
    }

    long blockOffset(RowKind kind, long block) throws IOException {
        return tableLong(fence(kind, block) + FileLayout.FENCE_OFFSET);
    }

    int blockLength(RowKind kind, long block) throws IOException {
        return tableInt(fence(kind, block) + FileLayout.FENCE_LENGTH);
    }

    int blockChecksum(RowKind kind, long block) throws IOException {
        return tableInt(fence(kind, block) + FileLayout.FENCE_CHECKSUM);
    }

    long fenceId1(RowKind kind, long block) throws IOException {
        return tableLong(fence(kind, block) + FileLayout.FENCE_ID1);
    }

    long fenceType(RowKind kind, long block) throws IOException {
        return tableLong(fence(kind, block) + FileLayout.FENCE_TYPE);
    }

    /** Moves {@code view} to a block, which is checked if it was not yet. */
    void view(RowKind kind, long block, Block view) throws IOException {
        int index = (int) (kind == RowKind.LINK ? block : blocks[0] + block);
        if (checked[index] == 0) {
            checkFences(kind, block, block + 1);
        }
        long offset = blockOffset(kind, block);
        MemorySegment kept = isMapped() ? null : keptBlock(kind, block);
        if (checked[index] == 0) {
            checkBlock(kind, block, kept);
            checked[index] = 1;
        }
        if (kept == null) {
            view.move(memory, offset);
        } else {
            view.move(kept, 0);
        }
    }

    /**
     * The last block from {@code from} up to {@code to} whose first list is not above the key; -1
     * if none.
     */
    public long findBlock(RowKind kind, long from, long to, long id1, long type)
            throws IOException {
        checkTables();
        long low = from - 1;
        long high = to - 1;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            long fence = fence(kind, middle);
            int order = Long.compareUnsigned(tableLong(fence + FileLayout.FENCE_ID1), id1);
            if (order < 0
                    || (order == 0
                            && Long.compareUnsigned(tableLong(fence + FileLayout.FENCE_TYPE), type)
                                    <= 0)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low < from ? -1 : low;
    }

    /** Where the entry of a list that is longer than a block lies, or -1. */
    long findLong(long id1, long type, long firstBlock) throws IOException {
        long low = 0;
        long high = longs - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            long begin = tableLong(longEntry(middle) + FileLayout.LONG_FIRST_BLOCK);
            if (begin == firstBlock) {
                long entry = longEntry(middle);
                boolean same =
                        tableLong(entry + FileLayout.LONG_ID1) == id1
                                && tableLong(entry + FileLayout.LONG_TYPE) == type;
                checkLong(entry);
                return same ? entry : -1;
            }
            if (begin < firstBlock) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** As {@link #checkFences}, for the entry of a long list; those of runs have no pieces. */
    private void checkLong(long entry) throws IOException {
        if (pages == null) {
            return;
        }
        long rows = longField(entry, FileLayout.LONG_ROWS);
        long visible = longField(entry, FileLayout.LONG_VISIBLE);
        long width = longField(entry, FileLayout.LONG_WIDTH);
        if (visible < 0 || visible > rows || width != 0) {
            throw new CorruptFileException(
                    name, entry, "the entry of a long list makes no sense", ADVICE);
        }
    }

    long longField(long entry, int field) throws IOException {
        return tableLong(entry + field);
    }

    /**
     * Entry {@code index} of the point index of a long list: the ordinal of the row with the
     * index-th id2.
     */
    long pointOrdinal(long entry, long index) throws IOException {
        int width = (int) longField(entry, FileLayout.LONG_WIDTH);
        long perPiece = FileLayout.PIECE_BYTES_MAX / width;
        long piece = longField(entry, FileLayout.LONG_FIRST_PIECE) + index / perPiece;
        long offset = pieceOffset(piece);
        int checkIndex = (int) (blocks[0] + blocks[1] + piece);
        MemorySegment kept =
                isMapped()
                        ? null
                        : parts.kept(
                                offset, pieceLength(piece), pieceChecksum(piece), "a point index");
        if (kept == null && checked[checkIndex] == 0) {
            readChecked(offset, pieceLength(piece), pieceChecksum(piece), "a point index");
            checked[checkIndex] = 1;
        }
        MemorySegment bytes = kept == null ? memory : kept;
        long ordinal =
                bytes.get(Bytes.LONG, (kept == null ? offset : 0) + index % perPiece * width)
                        & Bytes.mask(width);
        if (ordinal >= longField(entry, FileLayout.LONG_ROWS)) {
            throw new CorruptFileException(
                    name, offset, "a point index with the row " + ordinal, ADVICE);
        }
        return ordinal;
    }

    long pieceOffset(long piece) throws IOException {
        return tableLong(piecesOffset() + piece * FileLayout.PIECE_BYTES + FileLayout.PIECE_OFFSET);
    }

    int pieceLength(long piece) throws IOException {
        return tableInt(piecesOffset() + piece * FileLayout.PIECE_BYTES + FileLayout.PIECE_LENGTH);
    }

    int pieceChecksum(long piece) throws IOException {
        return tableInt(
                piecesOffset() + piece * FileLayout.PIECE_BYTES + FileLayout.PIECE_CHECKSUM);
    }

    long longs() {
        return longs;
    }

    long longEntry(long index) {
        return longsOffset() + index * FileLayout.LONG_BYTES;
    }

    long pieces() {
        return pieces;
    }

    long tablesOffset() {
        return tablesOffset;
    }

    Storage.Source source() {
        return source;
    }

    private boolean isMapped() {
        return tablesAt == 0;
    }

    private @Nullable MemorySegment keptBlock(RowKind kind, long block) throws IOException {
        return parts.kept(
                blockOffset(kind, block),
                blockLength(kind, block),
                blockChecksum(kind, block),
                "a block");
    }

    private long tableLong(long offset) throws IOException {
        return pages == null ? tables.get(Bytes.LONG, offset - tablesAt) : pages.getLong(offset);
    }

    private int tableInt(long offset) throws IOException {
        return pages == null ? tables.get(Bytes.INT, offset - tablesAt) : pages.getInt(offset);
    }

    /** Reads and checks the tables, once; of those in pages their checksums alone. */
    void checkTables() throws IOException {
        if (tablesChecked) {
            return;
        }
        if (hasPages) {
            pages =
                    TablePages.read(
                            name,
                            source,
                            new TablePages.Place(tablesOffset, indexTablesOffset(), tablesChecksum),
                            isMapped() ? memory : null,
                            kept);
        } else {
            byte[] bytes = readTables(!isMapped());
            if (!isMapped()) {
                tables = MemorySegment.ofArray(bytes);
            }
            openIndex(findFaultInTables());
        }
        tablesChecked = true;
    }

    /** Reads and checks the tables, all their pages too. */
    void checkAllTables() throws IOException {
        checkTables();
        if (pages != null) {
            pages.checkAll();
            findFaultInTables();
        }
    }

    /** Throws if the tables contradict themselves; returns where the blocks of rows end. */
    private long findFaultInTables() throws IOException {
        TableCheck check = new TableCheck(this);
        String fault = check.findFault();
        if (!fault.isEmpty()) {
            throw new CorruptFileException(name, tablesOffset, fault, ADVICE);
        }
        return check.blocksEnd();
    }

    /**
     * Throws if blocks make no sense by the entries of tables in pages, which no pass over all of
     * them has looked at.
     */
    void checkFences(RowKind kind, long from, long to) throws IOException {
        if (pages == null) {
            return;
        }
        for (long block = from; block < to; block++) {
            boolean isLast = block + 1 >= blocks(kind);
            long offset = blockOffset(kind, block);
            long next = isLast ? tablesOffset : blockOffset(kind, block + 1);
            long length = blockLength(kind, block);
            long rows = rowsEnd(kind, block) - rowsBefore(kind, block);
            boolean isSane =
                    block < blocks(kind)
                            && offset >= FileLayout.HEADER_BYTES
                            && length >= Block.HEADER_BYTES
                            && length % 8 == 0
                            && offset <= tablesOffset - length
                            && offset + length == next
                            && rows >= 1
                            && rows <= BlockBuilder.ROWS_MAX;
            if (!isSane) {
                throw new CorruptFileException(
                        name,
                        tablesOffset,
                        "the fence of block %d makes no sense".formatted(block),
                        ADVICE);
            }
        }
    }

    /** Compares the tables with their checksum; returns them if they are to be kept. */
    private byte[] readTables(boolean keep) throws IOException {
        long length = lengthBytes - FileLayout.FOOTER_BYTES - tablesOffset;
        byte[] kept = new byte[keep ? Math.toIntExact(length + FileParts.BEHIND_BYTES) : 0];
        CRC32C crc = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(length, 1 << 18));
        for (long done = 0; done < length; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), length - done));
            StorageFiles.readFully(source, buffer, tablesOffset + done);
            crc.update(buffer.flip());
            if (keep) {
                buffer.get(0, kept, (int) done, buffer.limit());
            }
            done += buffer.limit();
        }
        if ((int) crc.getValue() != tablesChecksum) {
            throw new CorruptFileException(
                    name, tablesOffset, "the tables do not match their checksum", ADVICE);
        }
        return kept;
    }

    private void openIndex(long blocksOffset) throws IOException {
        if (indexNumbersEnd > 0) {
            index =
                    new IndexSection(
                            name,
                            tables,
                            new IndexSection.Place(
                                    blocksOffset,
                                    tablesOffset,
                                    indexTablesOffset() - tablesAt,
                                    indexBlocks,
                                    indexKeys,
                                    filterBytes,
                                    lengthBytes - FileLayout.FOOTER_BYTES - tablesAt),
                            parts);
        }
    }

    /** Where the tables of the index section begin, behind those of the rows. */
    long indexTablesOffset() {
        return metaOffset() + Bytes.align8(metaBytes);
    }

    /**
     * A number that is above those of the indexes whose keys are in the file for every row; 0 where
     * the file has no index section.
     */
    public int indexNumbersEnd() {
        return indexNumbersEnd;
    }

    /** Whether the file has all keys of its rows that index {@code number} has. */
    public boolean hasIndex(int number) {
        return number < indexNumbersEnd;
    }

    /** How many keys are in the index section. */
    public long indexKeys() {
        return indexKeys;
    }

    /** How many blocks the index section has. */
    long indexBlocks() {
        return indexBlocks;
    }

    /** The index section, or null if the file has no such section. */
    @Nullable IndexSection index() throws IOException {
        checkTables();
        return index;
    }

    /** Reads {@code length} bytes at {@code offset} and compares their checksum. */
    byte[] readChecked(long offset, int length, int checksum, String what) throws IOException {
        return parts.read(offset, length, checksum, what);
    }

    private void checkBlock(RowKind kind, long block, @Nullable MemorySegment kept)
            throws IOException {
        BlockRows rows = SpareRows.take();
        String fault =
                kept == null ? readBlock(kind, block, rows) : findFault(kind, block, rows, kept);
        if (!fault.isEmpty()) {
            throw new CorruptFileException(name, blockOffset(kind, block), fault, ADVICE);
        }
        SpareRows.giveBack(rows);
    }

    private String findFault(RowKind kind, long block, BlockRows rows, MemorySegment kept)
            throws IOException {
        int length = blockLength(kind, block);
        byte[] bytes = rows.buffer(length + 8);
        MemorySegment.copy(kept, Bytes.BYTE, 0, bytes, 0, length);
        return findFault(kind, block, rows, bytes);
    }

    /**
     * Reads a block that matches its checksum into {@code rows}; says what else is wrong with it,
     * by itself or beside the tables, or returns an empty text.
     */
    String readBlock(RowKind kind, long block, BlockRows rows) throws IOException {
        long offset = blockOffset(kind, block);
        int length = blockLength(kind, block);
        parts.checkPlace(offset, length, "a block");
        byte[] bytes = rows.buffer(length + 8);
        parts.read(offset, length, blockChecksum(kind, block), "a block", bytes);
        return findFault(kind, block, rows, bytes);
    }

    private String findFault(RowKind kind, long block, BlockRows rows, byte[] bytes)
            throws IOException {
        String fault = rows.read(bytes, 0, blockLength(kind, block));
        if (fault.isEmpty()) {
            fault = rows.findFaultInRows();
        }
        return fault.isEmpty() ? findFaultWithTables(kind, block, rows) : fault;
    }

    /** What the tables say of a block must be what the block says of itself. */
    String findFaultWithTables(RowKind kind, long block, BlockRows view) throws IOException {
        if (view.rows() != rowsEnd(kind, block) - rowsBefore(kind, block)
                || view.id1(0) != fenceId1(kind, block)
                || view.type(0) != fenceType(kind, block)) {
            return "a block with other rows than the tables say";
        }
        if (!view.isLong()) {
            return "";
        }
        long first = block - view.chain();
        long entry =
                kind == RowKind.NODE || first < 0 ? -1 : findLong(view.id1(0), view.type(0), first);
        if (entry < 0) {
            return "a part of a long list that the tables do not know";
        }
        long end = rowsEnd(kind, block) - rowsBefore(kind, first);
        long rows = longField(entry, FileLayout.LONG_ROWS);
        return end < rows == view.more() && end <= rows
                ? ""
                : "a part of a long list with a wrong end";
    }

    private byte[] readHeader() throws IOException {
        byte[] header = read(0, FileLayout.HEADER_BYTES);
        if (Bytes.getLong(header, FileLayout.HEADER_MAGIC) != FileLayout.MAGIC) {
            throw new CorruptFileException(name, 0, "not a run or segment", ADVICE);
        }
        CRC32C crc = new CRC32C();
        crc.update(header, 0, FileLayout.HEADER_CHECKSUM);
        int version = Bytes.getInt(header, FileLayout.HEADER_VERSION);
        int kind = Bytes.getInt(header, FileLayout.HEADER_KIND);
        // All formats have this header, so that a newer one is told from a damaged one.
        if ((int) crc.getValue() != Bytes.getInt(header, FileLayout.HEADER_CHECKSUM)
                || Bytes.getLong(header, FileLayout.HEADER_NAME_HASH)
                        != FileLayout.nameHash(name)) {
            throw new CorruptFileException(
                    name, 0, "the header does not match its checksum or name", ADVICE);
        }
        if (version > FileLayout.FORMAT_VERSION_PAGED) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s has format %d; this program reads formats up to %d: install a newer one"
                            .formatted(name, version, FileLayout.FORMAT_VERSION_PAGED));
        }
        boolean isKnown =
                version >= FileLayout.FORMAT_VERSION_PLAIN
                        && (version != FileLayout.FORMAT_VERSION_INDEXED
                                || Bytes.getInt(header, FileLayout.HEADER_INDEX_NUMBERS) > 0)
                        && (version != FileLayout.FORMAT_VERSION_PAGED
                                || kind == FileKind.RUN.ordinal());
        if (!isKnown || kind < 0 || kind >= FileKind.values().length) {
            throw new CorruptFileException(
                    name,
                    0,
                    "a header with format %d and kind %d".formatted(version, kind),
                    ADVICE);
        }
        return header;
    }

    private void checkFooter(byte[] footer, FileEntry entry) throws IOException {
        CRC32C crc = new CRC32C();
        crc.update(footer, 0, FileLayout.FOOTER_CHECKSUM);
        int checksum = Bytes.getInt(footer, FileLayout.FOOTER_CHECKSUM);
        if ((int) crc.getValue() != checksum
                || checksum != entry.checksum()
                || Bytes.getLong(footer, FileLayout.FOOTER_MAGIC) != FileLayout.MAGIC
                || Bytes.getLong(footer, FileLayout.FOOTER_NAME_HASH)
                        != FileLayout.nameHash(name)) {
            throw new CorruptFileException(
                    name,
                    lengthBytes - FileLayout.FOOTER_BYTES,
                    "the footer does not match its checksum or the manifest",
                    ADVICE);
        }
    }

    private void checkSizes(long meta) throws IOException {
        boolean sane =
                tablesOffset >= FileLayout.HEADER_BYTES
                        && tablesOffset <= lengthBytes
                        && tablesOffset % 8 == 0
                        && linkRows >= 0
                        && nodeRows >= 0;
        for (long count :
                new long[] {
                    blocks[0], blocks[1], longs, pieces, slices, meta, indexBlocks, filterBytes
                }) {
            sane &= count >= 0 && count <= Math.min(lengthBytes, Integer.MAX_VALUE);
        }
        if (sane) {
            long tables =
                    (blocks[0] + blocks[1]) * FileLayout.FENCE_BYTES
                            + longs * FileLayout.LONG_BYTES
                            + pieces * FileLayout.PIECE_BYTES
                            + slices * FileLayout.SLICE_BYTES
                            + Bytes.align8(meta);
            long rest = lengthBytes - FileLayout.FOOTER_BYTES - tablesOffset - tables;
            long index = indexBlocks * IndexLayout.FENCE_BYTES + filterBytes;
            sane = index == 0 ? rest == 0 : rest >= index && rest % 8 == 0;
            if (hasPages) {
                boolean hasOneKind = blocks[0] == 0 || blocks[1] == 0;
                sane = rest == TablePages.sumsBytes(tables) && pieces == 0 && hasOneKind;
            }
        }
        if (!sane) {
            throw new CorruptFileException(
                    name,
                    lengthBytes - FileLayout.FOOTER_BYTES,
                    "sizes that do not add up",
                    ADVICE);
        }
    }

    private long fence(RowKind kind, long block) {
        return tablesOffset
                + (kind == RowKind.LINK ? block : blocks[0] + block) * FileLayout.FENCE_BYTES;
    }

    private long longsOffset() {
        return tablesOffset + (blocks[0] + blocks[1]) * FileLayout.FENCE_BYTES;
    }

    private long piecesOffset() {
        return longsOffset() + longs * FileLayout.LONG_BYTES;
    }

    private long slicesOffset() {
        return piecesOffset() + pieces * FileLayout.PIECE_BYTES;
    }

    byte[] read(long offset, int length) throws IOException {
        return read(source, offset, length);
    }

    private static byte[] read(Storage.Source source, long offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        StorageFiles.readFully(source, buffer, offset);
        return buffer.array();
    }

    @Override
    public void close() throws IOException {
        try (source) {
            arena.close();
        }
    }
}
