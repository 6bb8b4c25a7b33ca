package sluice.segment;

import java.io.IOException;
import java.util.Arrays;

/**
 * Writes the ordinals of a point index, one after the other, as the pieces that docs/format.md
 * draws ("Tables"). Belongs to one thread and one index.
 */
final class PointPieces {
    private static final int SHORT_ROWS_MAX = 1 << 16;

    private final OutputFile out;
    private final LongTable pieces;
    private final int width;
    private int begin;
    private int at;

    /** For a list of {@code rows}. */
    PointPieces(OutputFile out, LongTable pieces, long rows) {
        this.out = out;
        this.pieces = pieces;
        this.width = rows <= SHORT_ROWS_MAX ? 2 : 4;
    }

    /** The bytes of an entry. */
    int width() {
        return width;
    }

    void add(long ordinal) throws IOException {
        if (at == begin) {
            out.reserve(FileLayout.PIECE_BYTES_MAX + 16);
            begin = out.position();
            at = begin;
        }
        Bytes.putLong(out.buffer(), at, ordinal);
        at += width;
        if (at - begin == FileLayout.PIECE_BYTES_MAX) {
            end();
        }
    }

    /** Ends the last piece. */
    void end() throws IOException {
        if (at == begin) {
            return;
        }
        int length = Bytes.align8(at - begin);
        Arrays.fill(out.buffer(), at, begin + length, (byte) 0);
        long offset = out.offset();
        long checksum = out.advance(length) & 0xFFFF_FFFFL;
        pieces.add(offset, checksum << 32 | length);
        begin = out.position();
        at = begin;
    }
}
