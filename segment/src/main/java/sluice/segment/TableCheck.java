package sluice.segment;

import java.io.IOException;
import sluice.model.RowKind;

/**
 * Looks for faults in the tables of a block file, so that whoever reads by them stays inside the
 * file: blocks and pieces follow one another without a gap, rows are counted right, fences ascend
 * within a slice, each long list has its blocks and pieces. For tables whose checksum was compared.
 * Belongs to one thread.
 *
 * <p>Cost: one pass over the tables.
 */
final class TableCheck {
    private final BlockFile file;

    /** Where the next block or piece must begin. */
    private long offset = FileLayout.HEADER_BYTES;

    private long nextLong;
    private long nextPiece;

    TableCheck(BlockFile file) {
        this.file = file;
    }

    /** What is wrong, or an empty text. */
    String findFault() throws IOException {
        String fault = findFaultInSlices();
        if (fault.isEmpty()) {
            fault = findFaultInLinkBlocks();
        }
        if (fault.isEmpty()) {
            fault = findFaultInNodeBlocks();
        }
        if (fault.isEmpty() && (nextLong != file.longs() || nextPiece != file.pieces())) {
            return "tables with long lists or pieces that no block belongs to";
        }
        // The blocks of an index section follow; that these end where the tables begin is its care.
        if (fault.isEmpty() && offset != file.tablesOffset() && file.indexBlocks() == 0) {
            return "blocks that end at %d, not where the tables begin".formatted(offset);
        }
        return fault;
    }

    /** Where the blocks of rows end, after {@link #findFault} found nothing. */
    long blocksEnd() {
        return offset;
    }

    private String findFaultInSlices() throws IOException {
        boolean isRun = file.fileKind() == FileKind.RUN;
        long blocks = file.blocks(RowKind.LINK) + file.blocks(RowKind.NODE);
        if (isRun && file.blocks(RowKind.LINK) > 0 && file.blocks(RowKind.NODE) > 0) {
            return "a run with both links and nodes";
        }
        if (!isRun && file.slices() != 0) {
            return "a segment with slices";
        }
        long end = 0;
        for (long slice = 0; slice < file.slices(); slice++) {
            long next = file.tableSliceEnd(slice);
            if (next < end || next > blocks) {
                return "slice %d ends with block %d".formatted(slice, next);
            }
            end = next;
        }
        return isRun && end != blocks
                ? "slices that end with block %d of %d".formatted(end, blocks)
                : "";
    }

    private String findFaultInLinkBlocks() throws IOException {
        long blocks = file.blocks(RowKind.LINK);
        long slice = 0;
        long sliceEnd = file.slices() == 0 ? blocks : 0;
        for (long block = 0; block < blocks; ) {
            boolean first = block == 0;
            while (block == sliceEnd) {
                sliceEnd = file.tableSliceEnd(slice++);
                first = true;
            }
            if (!first && compareFences(RowKind.LINK, block) >= 0) {
                return "the fence of link block %d is not above the one before it".formatted(block);
            }
            boolean isLong =
                    nextLong < file.longs()
                            && file.longField(file.longEntry(nextLong), FileLayout.LONG_FIRST_BLOCK)
                                    == block;
            long end = isLong ? endOfLong(block, sliceEnd) : block + 1;
            if (end < 0) {
                return "the entry of long list %d does not match its blocks".formatted(nextLong);
            }
            for (; block < end; block++) {
                if (!passBlock(RowKind.LINK, block)) {
                    return "the fence of link block %d makes no sense".formatted(block);
                }
            }
            if (isLong && !passPieces()) {
                return "the pieces of long list %d make no sense".formatted(nextLong);
            }
        }
        return blocks == 0 && file.linkRows() != 0 ? "links without blocks" : "";
    }

    private String findFaultInNodeBlocks() throws IOException {
        long blocks = file.blocks(RowKind.NODE);
        long slice = 0;
        long sliceEnd = file.slices() == 0 ? blocks : 0;
        for (long block = 0; block < blocks; block++) {
            boolean first = block == 0;
            while (block == sliceEnd) {
                sliceEnd = file.tableSliceEnd(slice++);
                first = true;
            }
            if (!first && compareFences(RowKind.NODE, block) >= 0) {
                return "the fence of node block %d is not above the one before it".formatted(block);
            }
            if (!passBlock(RowKind.NODE, block)) {
                return "the fence of node block %d makes no sense".formatted(block);
            }
        }
        return blocks == 0 && file.nodeRows() != 0 ? "nodes without blocks" : "";
    }

    private boolean passBlock(RowKind kind, long block) throws IOException {
        long rows = file.rowsEnd(kind, block) - file.rowsBefore(kind, block);
        int length = file.blockLength(kind, block);
        boolean sane =
                file.blockOffset(kind, block) == offset
                        && length >= Block.HEADER_BYTES
                        && length % 8 == 0
                        && length <= file.tablesOffset() - offset
                        && (block > 0 || file.rowsBefore(kind, 0) == 0)
                        && file.rowsBefore(kind, block) >= 0
                        && rows >= 1
                        && rows <= BlockBuilder.ROWS_MAX;
        offset += length;
        return sane;
    }

    /**
     * The block after the last one of the next long list, which begins with {@code block}; -1 if
     * none fits.
     */
    private long endOfLong(long block, long sliceEnd) throws IOException {
        long entry = file.longEntry(nextLong);
        long id1 = file.longField(entry, FileLayout.LONG_ID1);
        long type = file.longField(entry, FileLayout.LONG_TYPE);
        long rows = file.longField(entry, FileLayout.LONG_ROWS);
        long visible = file.longField(entry, FileLayout.LONG_VISIBLE);
        long end = block;
        long passed = 0;
        while (passed < rows
                && end < sliceEnd
                && file.fenceId1(RowKind.LINK, end) == id1
                && file.fenceType(RowKind.LINK, end) == type) {
            passed = file.rowsEnd(RowKind.LINK, end) - file.rowsBefore(RowKind.LINK, block);
            end++;
        }
        return passed == rows && end - block >= 2 && visible >= 0 && visible <= rows ? end : -1;
    }

    private boolean passPieces() throws IOException {
        long entry = file.longEntry(nextLong++);
        long rows = file.longField(entry, FileLayout.LONG_ROWS);
        long width = file.longField(entry, FileLayout.LONG_WIDTH);
        if (file.longField(entry, FileLayout.LONG_FIRST_PIECE) != nextPiece) {
            return false;
        }
        if (width == 0) {
            return true;
        }
        if (file.fileKind() == FileKind.RUN || width != (rows <= 1 << 16 ? 2 : 4)) {
            return false;
        }
        for (long left = rows * width; left > 0; left -= FileLayout.PIECE_BYTES_MAX) {
            long length = Bytes.align8(Math.min(left, FileLayout.PIECE_BYTES_MAX));
            if (nextPiece == file.pieces()
                    || file.pieceOffset(nextPiece) != offset
                    || file.pieceLength(nextPiece) != length) {
                return false;
            }
            offset += length;
            nextPiece++;
        }
        return true;
    }

    private int compareFences(RowKind kind, long block) throws IOException {
        return Borders.compare(
                file.fenceId1(kind, block - 1),
                file.fenceType(kind, block - 1),
                file.fenceId1(kind, block),
                file.fenceType(kind, block));
    }
}
