package sluice.experiments.rival;

import static sluice.experiments.rival.NativeMemory.ALL;
import static sluice.experiments.rival.NativeMemory.BIG_INT;
import static sluice.experiments.rival.NativeMemory.BIG_LONG;
import static sluice.experiments.rival.NativeMemory.LITTLE_LONG;
import static sluice.experiments.rival.NativeMemory.NATIVE_INT;

import java.io.IOException;
import java.lang.foreign.ValueLayout;

/**
 * Parses lines and puts each row into the block of its piece; one a thread. Cost: one pass over the
 * line eight bytes at a time, and one write of the row.
 */
final class RowScatter {
    private static final long NEW_LINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long ZEROES = 0x3030303030303030L;
    private static final long[] TEN = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000
    };

    private final RowLayout layout;
    private final IdBorders borders;
    private final RowBlocks blocks;
    private final BlockList[] lists;
    private final long[] blockOf;
    private final long[] nextOf;
    private long rows;

    /** Where {@link #number} stopped. */
    private long at;

    RowScatter(RowLayout layout, IdBorders borders, RowBlocks blocks) {
        this.layout = layout;
        this.borders = borders;
        this.blocks = blocks;
        int pieces = borders.pieces();
        lists = new BlockList[pieces];
        blockOf = new long[pieces];
        nextOf = new long[pieces];
        for (int piece = 0; piece < pieces; piece++) {
            lists[piece] = new BlockList();
            blockOf[piece] = blocks.take();
            if (blockOf[piece] == 0) {
                throw new IllegalStateException(
                        "memory holds no block for each of " + pieces + " pieces");
            }
            nextOf[piece] = blockOf[piece];
        }
    }

    long rows() {
        return rows;
    }

    /** All blocks of a piece, after {@link #finish}. */
    BlockList blocksOf(int piece) {
        return lists[piece];
    }

    /** Parses all lines of the window. */
    void scatter(LineWindow lines) throws IOException {
        long from = lines.from();
        if (lines.offsetOf(from) == 0 && from < lines.to() && !startsNumber(from)) {
            from = skipLine(from);
        }
        scatterLinks(lines, from, lines.to());
    }

    /** Puts the blocks that are not full on their lists. */
    void finish() {
        for (int piece = 0; piece < lists.length; piece++) {
            if (nextOf[piece] > blockOf[piece]) {
                lists[piece].addMemory(blockOf[piece], (int) (nextOf[piece] - blockOf[piece]));
            }
        }
    }

    private void scatterLinks(LineWindow lines, long from, long to) throws IOException {
        int blockBytes = blocks.blockBytes();
        int dataOffset = layout.dataOffset();
        long line = from;
        while (line < to) {
            long id1 = number(line);
            boolean plain = at > line && LineWindow.byteAt(at) == '\t';
            long field = at + 1;
            long linkType = number(field);
            plain &= at > field && LineWindow.byteAt(at) == '\t';
            field = at + 1;
            long id2 = number(field);
            plain &= at > field && LineWindow.byteAt(at) == '\t';
            field = at + 1;
            long time = number(field);
            if (!plain || at == field || LineWindow.byteAt(at) != '\t') {
                throw malformed(lines, line);
            }
            long data = at + 1;
            int piece = borders.pieceOf(id1);
            long row = nextOf[piece];
            long limit = blockOf[piece] + blockBytes;
            long length = row + dataOffset > limit ? -1 : copyLine(data, row + dataOffset, limit);
            if (length < 0) {
                row = turn(piece);
                length = copyLine(data, row + dataOffset, blockOf[piece] + blockBytes);
                if (length < 0) {
                    throw new IOException(
                            "row at byte "
                                    + lines.offsetOf(line)
                                    + " is longer than a block of "
                                    + blockBytes
                                    + " bytes; give more memory");
                }
            }
            ALL.set(BIG_LONG, row, id1);
            ALL.set(BIG_LONG, row + RowLayout.TYPE, linkType);
            ALL.set(BIG_LONG, row + RowLayout.INVERTED_TIME, RowLayout.invert(time));
            ALL.set(BIG_LONG, row + RowLayout.ID2, id2);
            ALL.set(NATIVE_INT, row + RowLayout.DATA_LENGTH, (int) length);
            if (dataOffset != RowLayout.VALUE) {
                ALL.set(ValueLayout.JAVA_BYTE, row + RowLayout.VALUE, (byte) 1);
                ALL.set(BIG_INT, row + RowLayout.VALUE + 1, 0);
                ALL.set(BIG_LONG, row + RowLayout.VALUE + 5, time);
            }
            nextOf[piece] = row + ((dataOffset + length + 7) & -8);
            rows++;
            line = data + length + 1;
        }
    }

    /**
     * Copies the bytes up to the line's end, eight at a time and so up to seven too many, and
     * returns their number; or -1 when they, or those copied too many, pass {@code limit}.
     */
    private static long copyLine(long from, long to, long limit) {
        long offset = 0;
        while (to + offset + 8 <= limit) {
            long word = ALL.get(LITTLE_LONG, from + offset);
            ALL.set(LITTLE_LONG, to + offset, word);
            long other = word ^ NEW_LINES;
            long found = (other - 0x0101010101010101L) & ~other & 0x8080808080808080L;
            if (found != 0) {
                return offset + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            offset += 8;
        }
        return -1;
    }

    /** The decimal number at {@code from}; sets {@link #at} to the first byte after it. */
    private long number(long from) {
        long number = 0;
        long next = from;
        while (true) {
            long word = ALL.get(LITTLE_LONG, next) ^ ZEROES;
            // A byte is a digit if its high half is 0 and stays 0 when 6 is added.
            long other = ((word + 0x0606060606060606L) | word) & 0xF0F0F0F0F0F0F0F0L;
            if (other == 0) {
                number = number * 100_000_000 + eightDigits(word);
                next += 8;
                continue;
            }
            int digits = Long.numberOfTrailingZeros(other) >>> 3;
            if (digits > 0) {
                number = number * TEN[digits] + eightDigits(word << (64 - 8 * digits));
            }
            at = next + digits;
            return number;
        }
    }

    /** The value of eight digits, the first in the lowest byte. */
    private static long eightDigits(long digits) {
        long pairs = (digits * 10 + (digits >>> 8)) & 0x00FF00FF00FF00FFL;
        long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000FFFF0000FFFFL;
        return (fours * 10_000 + (fours >>> 32)) & 0x00000000FFFFFFFFL;
    }

    /** Takes a new block for the piece, or spills the full one where memory has no more. */
    private long turn(int piece) throws IOException {
        long full = blockOf[piece];
        int lengthBytes = (int) (nextOf[piece] - full);
        long fresh = blocks.take();
        if (fresh != 0) {
            lists[piece].addMemory(full, lengthBytes);
            blockOf[piece] = fresh;
        } else if (lengthBytes > 0) {
            lists[piece].addSpilled(blocks.spill(full, lengthBytes), lengthBytes);
        }
        nextOf[piece] = blockOf[piece];
        return nextOf[piece];
    }

    private static boolean startsNumber(long address) {
        byte first = LineWindow.byteAt(address);
        return first >= '0' && first <= '9';
    }

    private static long skipLine(long from) {
        long next = from;
        while (LineWindow.byteAt(next) != '\n') {
            next++;
        }
        return next + 1;
    }

    private IOException malformed(LineWindow lines, long line) {
        return new IOException(
                "line at byte " + lines.offsetOf(line) + " is not of the form LINKS");
    }
}
