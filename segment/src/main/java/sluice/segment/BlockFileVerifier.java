package sluice.segment;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import sluice.model.PropertyTypes;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.storage.CorruptFileException;

/**
 * Reads every byte of a run or segment and compares everything that is written twice or that must
 * hold: checksums, order, tables, point indexes, counts, and that each key is where it belongs.
 *
 * <p>Cost: one pass over the file, a few comparisons a row; 8 bytes of memory for each row of the
 * longest list, up to {@value #ID2S_KEPT_MAX} rows; of a longer list a look-up for each row.
 * Belongs to one thread.
 */
public final class BlockFileVerifier {
    /** Which keys belong into a slice of a run, or into a segment (slice 0). */
    public interface KeyRule {
        boolean allows(int slice, long id1, long id2);
    }

    private static final int ID2S_KEPT_MAX = 1 << 20;

    private final BlockFile file;
    private final KeyRule rule;
    private final FileFindings findings;
    private final int id2sKeptMax;
    private final LongConsumer progress;
    private final boolean isSegment;
    private final IndexKeys.@Nullable Maker keys;
    private @Nullable IndexCheck index;
    private final BlockRows view = new BlockRows();

    private RowKind kind = RowKind.LINK;
    private int slice;
    private long block;

    /** The list before, if any in this slice. */
    private boolean hasList;

    private long lastId1;
    private long lastType;
    private long lastTime;
    private long lastId2;

    /** Of a segment's list, but for what of it is more than are kept. */
    private long[] id2s = new long[BlockBuilder.ROWS_MAX];

    private long id2Count;
    private boolean id2sAscend;
    private long listVisible;

    /** Where the data of the block's next row is. */
    private int dataAt;

    /** Whether a block could not be read, so that nothing can be said of the sums. */
    private boolean isTorn;

    private long visibleRows;
    private long propertyRows;
    private long dataBytes;
    private long versionMin = Long.MAX_VALUE;
    private long versionMax = Long.MIN_VALUE;
    private long idMin = -1;
    private long idMax;

    private BlockFileVerifier(
            BlockFile file,
            KeyRule rule,
            FileFindings findings,
            LongConsumer progress,
            IndexKeys.@Nullable Maker keys,
            int id2sKeptMax) {
        this.file = file;
        this.keys = keys;
        this.id2sKeptMax = id2sKeptMax;
        this.rule = rule;
        this.findings = findings;
        this.progress = progress;
        this.isSegment = file.fileKind() == FileKind.SEGMENT;
    }

    /**
     * Verifies an open file; {@code progress} is told how many bytes were read since it was last
     * told. Returns how many blocks there are. Fails only where the disk does.
     *
     * @param keys the keys that rows have; null where they are not known, so that the index is not
     *     compared with the rows
     */
    public static long verify(
            BlockFile file,
            KeyRule rule,
            FileFindings findings,
            LongConsumer progress,
            IndexKeys.@Nullable Maker keys)
            throws IOException {
        return verify(file, rule, findings, progress, keys, ID2S_KEPT_MAX);
    }

    /** As above; of lists of more than {@code keptMax} rows or keys these are read again. */
    static long verify(
            BlockFile file,
            KeyRule rule,
            FileFindings findings,
            LongConsumer progress,
            IndexKeys.@Nullable Maker keys,
            int keptMax)
            throws IOException {
        return new BlockFileVerifier(file, rule, findings, progress, keys, keptMax).verify();
    }

    private long verify() throws IOException {
        try {
            file.checkAllTables();
            checkUnused();
            index = keys == null ? null : IndexCheck.of(file, keys, findings, id2sKeptMax);
        } catch (CorruptFileException e) {
            findings.found(e.offset(), -1, -1, String.valueOf(e.getMessage()));
            return 0;
        }
        long tables = file.lengthBytes() - file.tablesOffset();
        progress.accept(FileLayout.HEADER_BYTES + tables);
        verifyBlocks(RowKind.LINK);
        verifyIndex();
        verifyBlocks(RowKind.NODE);
        boolean countsMatch =
                visibleRows == file.visibleRows()
                        && dataBytes == file.dataBytes()
                        && versionMin == file.versionMin()
                        && versionMax == file.versionMax()
                        && idMin == file.idMin()
                        && idMax == file.idMax()
                        && hasRightProperties();
        if (!isTorn && !countsMatch) {
            findings.found(
                    file.lengthBytes() - FileLayout.FOOTER_BYTES,
                    -1,
                    -1,
                    "the footer does not match the rows");
        }
        return file.blocks(RowKind.LINK) + file.blocks(RowKind.NODE);
    }

    /** Whether a segment that says how many properties it has is right. */
    private boolean hasRightProperties() throws IOException {
        return !isSegment || file.meta().length == 0 || propertyRows == file.propertyRows();
    }

    /** All links were read: what the index says of them can be compared. */
    private void verifyIndex() throws IOException {
        if (index == null || isTorn) {
            return;
        }
        try {
            index.end(progress);
        } catch (CorruptFileException e) {
            findings.found(e.offset(), -1, -1, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Bytes that hold nothing are zero, so that they can come to mean something in a later format.
     */
    private void checkUnused() throws IOException {
        long footer = file.lengthBytes() - FileLayout.FOOTER_BYTES;
        long metaEnd = file.metaOffset() + file.meta().length;
        boolean hasIndex = file.indexNumbersEnd() > 0;
        checkZero(
                FileLayout.HEADER_INDEX_NUMBERS + (hasIndex ? Integer.BYTES : 0),
                FileLayout.HEADER_CHECKSUM,
                "the header");
        checkZero(metaEnd, file.indexTablesOffset(), "the padding behind the meta bytes");
        if (!hasIndex) {
            checkZero(
                    footer + FileLayout.FOOTER_INDEX_BLOCKS,
                    footer + FileLayout.FOOTER_TABLES_CHECKSUM,
                    "the footer");
        }
    }

    private void checkZero(long from, long to, String where) throws IOException {
        byte[] bytes = file.read(from, (int) (to - from));
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] != 0) {
                findings.found(from + at, -1, -1, "an unused byte of " + where + " is not zero");
                return;
            }
        }
    }

    private void verifyBlocks(RowKind newKind) throws IOException {
        kind = newKind;
        slice = 0;
        hasList = false;
        for (block = 0; block < file.blocks(kind); block++) {
            while (slice < file.slices() && block == file.tableSliceEnd(slice)) {
                slice++;
                hasList = false;
            }
            try {
                verifyBlock(file.readBlock(kind, block, view));
            } catch (CorruptFileException e) {
                findings.found(e.offset(), slice, block, String.valueOf(e.getMessage()));
                tear();
            }
            progress.accept(file.blockLength(kind, block));
        }
    }

    private void verifyBlock(String fault) throws IOException {
        if (!fault.isEmpty()) {
            found(fault);
            tear();
            return;
        }
        dataAt = view.dataOffset();
        for (int list = 0; list < view.lists(); list++) {
            if (view.chain() == 0) {
                beginList(list);
            } else if (!hasList) {
                // The part before could not be read, so that this list cannot be judged as a whole.
                return;
            }
            verifyRows(list);
            if (!view.more()) {
                endList();
            }
        }
    }

    private void beginList(int list) throws IOException {
        long id1 = view.id1(list);
        long type = view.type(list);
        if (hasList) {
            int order = Borders.compare(lastId1, lastType, id1, type);
            if (order >= 0) {
                found("list %d is not above the one before it".formatted(list));
            } else if (kind == RowKind.NODE && lastId1 == id1) {
                found("node %s is there twice".formatted(Long.toUnsignedString(id1)));
            }
        }
        hasList = true;
        lastId1 = id1;
        lastType = type;
        lastTime = Long.MAX_VALUE;
        lastId2 = 0;
        id2Count = 0;
        id2sAscend = true;
        listVisible = 0;
        idMin = Long.compareUnsigned(id1, idMin) < 0 ? id1 : idMin;
        idMax = Long.compareUnsigned(id1, idMax) > 0 ? id1 : idMax;
        if (index != null && kind == RowKind.LINK) {
            index.beginList(id1, type);
        }
    }

    private void verifyRows(int list) throws IOException {
        int first = view.firstRow(list);
        int end = view.endRow(list);
        if (lastTime < view.time(first)
                || (lastTime == view.time(first)
                        && Long.compareUnsigned(lastId2, view.id2(first)) > 0)) {
            found("the part of a long list does not follow the one before it");
        }
        String fault = "";
        for (int row = first; row < end; row++) {
            long id2 = view.id2(row);
            int flags = view.flags(row);
            noteId2(id2, row == first ? lastId2 : view.id2(row - 1));
            listVisible += flags == 0 ? 1 : 0;
            dataBytes += view.dataLength(row);
            versionMin = Math.min(versionMin, view.version(row));
            versionMax = Math.max(versionMax, view.version(row));
            if (!rule.allows(slice, lastId1, id2)) {
                fault =
                        "the key (%s, %s) belongs to another bucket"
                                .formatted(
                                        Long.toUnsignedString(lastId1), Long.toUnsignedString(id2));
            }
            if (isSegment && (flags & RowSink.TOMBSTONE) != 0) {
                fault = "a deletion in a segment";
            }
        }
        propertyRows += PropertyTypes.isProperty(lastType) ? end - first : 0;
        showIndex(first, end);
        lastTime = view.time(end - 1);
        lastId2 = view.id2(end - 1);
        if (kind == RowKind.NODE && (end - first != 1 || lastId2 != 0)) {
            fault = "a node that is not one row with the id2 0";
        }
        if (!fault.isEmpty()) {
            found(fault);
        }
    }

    /** Shows the rows of the block from {@code first} on; rows must be shown in order. */
    private void showIndex(int first, int end) throws IOException {
        if (index == null || kind == RowKind.NODE) {
            return;
        }
        for (int row = first; row < end; row++) {
            int length = view.dataLength(row);
            if (view.flags(row) == 0) {
                index.row(view.memory(), dataAt, length);
            }
            dataAt += length;
        }
    }

    private void noteId2(long id2, long before) {
        id2sAscend &= id2Count == 0 || Long.compareUnsigned(before, id2) < 0;
        if (isSegment && id2Count < id2sKeptMax) {
            if (id2Count == id2s.length) {
                id2s = Arrays.copyOf(id2s, Math.min(id2s.length * 2, id2sKeptMax));
            }
            id2s[(int) id2Count] = id2;
        }
        id2Count++;
    }

    /** The id2s of the list are all there now, in the order of its rows. */
    private void endList() throws IOException {
        if (kind == RowKind.LINK) {
            visibleRows += listVisible;
            if (index != null) {
                index.endList(listVisible);
            }
        }
        if (view.isLong()) {
            endLongList();
        } else if (isSegment && id2Count > 1) {
            Arrays.sort(id2s, 0, (int) id2Count);
            for (int i = 1; i < id2Count; i++) {
                if (id2s[i - 1] == id2s[i]) {
                    found(
                            "the link to %s is there twice"
                                    .formatted(Long.toUnsignedString(id2s[i])));
                    return;
                }
            }
        }
    }

    private void endLongList() throws IOException {
        long entry = file.findLong(lastId1, lastType, block - view.chain());
        if (file.longField(entry, FileLayout.LONG_VISIBLE) != listVisible) {
            found(
                    "the visible rows of a long list are %d, not what the tables say"
                            .formatted(listVisible));
        }
        boolean indexed = file.longField(entry, FileLayout.LONG_WIDTH) != 0;
        if (!isSegment) {
            return;
        }
        if (indexed) {
            verifyPieces(entry);
        }
        boolean ascending = indexed ? isAscending(entry) : id2sAscend;
        if (!ascending) {
            found("the point index of a list is not in the order of its id2s, or they repeat");
        }
        if (indexed && id2sAscend) {
            found("a list has a point index that it does not need");
        }
    }

    /** Whether the point index leads through the list in the order of id2. */
    private boolean isAscending(long entry) throws IOException {
        ListCursor again = new ListCursor(file, kind, 0, file.blocks(kind));
        boolean ascending = true;
        long before = 0;
        for (long i = 0; ascending && i < id2Count; i++) {
            long ordinal = file.pointOrdinal(entry, i);
            long id2 =
                    id2Count <= id2sKeptMax
                            ? id2s[(int) ordinal]
                            : again.id2At(block - view.chain(), ordinal);
            ascending = i == 0 || Long.compareUnsigned(before, id2) < 0;
            before = id2;
        }
        return ascending;
    }

    /**
     * Each piece is read and its padding compared; that its entries are right is seen by using
     * them.
     */
    private void verifyPieces(long entry) throws IOException {
        long first = file.longField(entry, FileLayout.LONG_FIRST_PIECE);
        long left = id2Count * file.longField(entry, FileLayout.LONG_WIDTH);
        for (long piece = first; left > 0; piece++, left -= FileLayout.PIECE_BYTES_MAX) {
            int length = file.pieceLength(piece);
            byte[] bytes =
                    file.readChecked(
                            file.pieceOffset(piece),
                            length,
                            file.pieceChecksum(piece),
                            "a point index");
            for (int at = (int) Math.min(left, length); at < length; at++) {
                if (bytes[at] != 0) {
                    found("the padding of a point index is not zero");
                }
            }
            progress.accept(length);
        }
    }

    private void tear() {
        isTorn = true;
        hasList = false;
    }

    private void found(String text) throws IOException {
        findings.found(file.blockOffset(kind, block), slice, block, text);
    }
}
