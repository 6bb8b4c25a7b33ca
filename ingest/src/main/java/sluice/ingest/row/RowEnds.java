package sluice.ingest.row;

/**
 * Finds where rows end in a text with quotes, without cutting fields: what a chunk in the middle of
 * a file needs to know. It begins at the start of a row, is fed block by block, and is read by one
 * thread.
 *
 * <p>Rows end at the very bytes at which {@link RowParser} sees them end, faulty ones too: a quote
 * opens at the start of a field only, which is also behind a carriage return outside quotes and in
 * a comment; behind the longest row, the rest of the line is passed over; a quote that is not
 * closed in time ends its row at the first line end after it, for which the text is read again from
 * there.
 *
 * <p>Hot: costs eight bytes a step where they hold neither quote nor comment.
 */
public final class RowEnds {
    /** What the bytes at hand are part of. */
    private static final int PLAIN = 0;

    private static final int QUOTED = 1;
    private static final int QUOTE_SEEN = 2;
    private static final int PASSED_OVER = 3;

    /** An escape byte was seen inside quotes. */
    private static final int ESCAPED = 4;

    /** Blanks that trimming takes away were seen after a closing quote. */
    private static final int TRIMMED = 5;

    private static final int COMMENT = 6;

    private static final long LINE_ENDS = Swar.ONES * '\n';
    private static final long RETURNS = Swar.ONES * '\r';

    private final TextFormat format;
    private final long rowBytesMax;

    /** Where in the text the next block must begin. */
    private long position;

    private int state = PLAIN;
    private boolean rowBegins = true;
    private boolean fieldBegins = true;
    private long rowStart;

    /** Where the first line end in the open quote is, -1 while there is none. */
    private long lineEndInQuote = -1;

    public RowEnds(TextFormat format, long rowBytesMax, long position) {
        this.format = format;
        this.rowBytesMax = rowBytesMax;
        this.position = position;
        this.rowStart = position;
    }

    /**
     * Where in the text the next block must begin; before the last one's end where a quote was not
     * closed.
     */
    public long position() {
        return position;
    }

    /**
     * Takes a block of {@code count} bytes, which begins at {@link #position}, and returns the
     * place behind the first row end at or after {@code earliest}, or -1 to be given the next
     * block.
     */
    public long next(byte[] block, int count, long earliest) {
        long base = position;
        int at = 0;
        while (at < count) {
            if (at + Long.BYTES <= count && passesWord(Swar.word(block, at), base + at, earliest)) {
                at += Long.BYTES;
                continue;
            }
            long here = base + at;
            if (here - rowStart > rowBytesMax && state != PASSED_OVER) {
                if (isInQuote() && lineEndInQuote >= 0) {
                    return goBack(earliest);
                }
                state = PASSED_OVER;
            }
            if (step(block[at] & 0xff, here) && here >= earliest) {
                return here + 1;
            }
            at++;
        }
        position = base + count;
        return -1;
    }

    /**
     * Whether the text, which ends at {@link #position}, must be read again from an earlier place.
     */
    public boolean mustGoBack() {
        return (state == QUOTED || state == ESCAPED) && lineEndInQuote >= 0;
    }

    private boolean isInQuote() {
        return state == QUOTED || state == ESCAPED || state == QUOTE_SEEN;
    }

    /**
     * Begins anew behind the first line end in the open quote; returns that place or -1, as {@link
     * #next}.
     */
    public long goBack(long earliest) {
        long lineEnd = lineEndInQuote;
        position = lineEnd + 1;
        beginRow(position);
        return lineEnd >= earliest ? position : -1;
    }

    private void beginRow(long start) {
        state = PLAIN;
        rowBegins = true;
        fieldBegins = true;
        rowStart = start;
        lineEndInQuote = -1;
    }

    /**
     * Takes the eight bytes of {@code word} at once where none of them changes the state; false
     * where one may.
     */
    private boolean passesWord(long word, long here, long earliest) {
        long end = here + Long.BYTES;
        if (state == QUOTED) {
            if (end - rowStart > rowBytesMax
                    || (Swar.allEqual(word, Swar.ONES * format.quote())
                                    | marks(word, format.escape()))
                            != 0) {
                return false;
            }
            if (lineEndInQuote < 0) {
                long lineEnds = Swar.allEqual(word, LINE_ENDS);
                lineEndInQuote =
                        lineEnds == 0 ? -1 : here + (Long.numberOfTrailingZeros(lineEnds) >>> 3);
            }
            return true;
        }
        if (state != PLAIN || end > earliest || end - rowStart > rowBytesMax) {
            return false;
        }
        long lineEnds = Swar.allEqual(word, LINE_ENDS);
        // A carriage return right before a line feed changes nothing.
        long returns = Swar.allEqual(word, RETURNS) & ~(lineEnds >>> 8);
        if ((marks(word, format.quote()) | marks(word, format.comment()) | returns) != 0) {
            return false;
        }
        int last = (int) (word >>> 56);
        if (format.isTrimmed(last) || lineEnds != 0 && format.whitespace() && isDelimiter(last)) {
            return false;
        }
        if (lineEnds != 0) {
            rowStart = here + ((63 - Long.numberOfLeadingZeros(lineEnds)) >>> 3) + 1;
        }
        rowBegins = last == '\n' || (rowBegins && lineEnds == 0 && isBlanks(word));
        fieldBegins = last == '\n' || isDelimiter(last);
        return true;
    }

    /** Marks the bytes of {@code word} that are {@code value}; none for -1. */
    private static long marks(long word, int value) {
        return value < 0 ? 0 : Swar.allEqual(word, Swar.ONES * value);
    }

    /**
     * Whether leading blanks, after which a comment may still begin, are all that {@code word}
     * holds.
     */
    private boolean isBlanks(long word) {
        return format.whitespace()
                && (Swar.allEqual(word, Swar.ONES * ' ') | Swar.allEqual(word, Swar.ONES * '\t'))
                        == Swar.HIGHS;
    }

    /** Takes one byte; true where a row, a comment or an empty line ends with it. */
    private boolean step(int value, long here) {
        switch (state) {
            case PLAIN -> {
                if (value == '\n') {
                    beginRow(here + 1);
                    return true;
                }
                if (rowBegins && value == format.comment()) {
                    state = COMMENT;
                } else if (fieldBegins && value == format.quote()) {
                    state = QUOTED;
                    lineEndInQuote = -1;
                }
                rowBegins = rowBegins && format.whitespace() && isDelimiter(value);
                fieldBegins = beginsField(value) || fieldBegins && format.isTrimmed(value);
            }
            case QUOTED -> stepQuoted(value, here);
            case ESCAPED -> {
                state = QUOTED;
                if (!format.escapes(format.escape(), value)) {
                    stepQuoted(value, here);
                }
            }
            case QUOTE_SEEN, TRIMMED -> {
                if (value == '\n') {
                    beginRow(here + 1);
                    return true;
                }
                fieldBegins = beginsField(value);
                boolean doubled = state == QUOTE_SEEN && value == format.quote();
                boolean trimmed = !fieldBegins && format.isTrimmed(value);
                state = doubled ? QUOTED : trimmed ? TRIMMED : PLAIN;
            }
            case COMMENT -> {
                if (value == '\n') {
                    beginRow(here + 1);
                    return true;
                }
                fieldBegins = value == '\r';
                state = fieldBegins ? PLAIN : COMMENT;
            }
            default -> {
                if (value == '\n') {
                    beginRow(here + 1);
                    return true;
                }
            }
        }
        return false;
    }

    private void stepQuoted(int value, long here) {
        if (value == format.quote()) {
            state = QUOTE_SEEN;
        } else if (value == format.escape()) {
            state = ESCAPED;
        } else if (value == '\n' && lineEndInQuote < 0) {
            lineEndInQuote = here;
        }
    }

    private boolean beginsField(int value) {
        return isDelimiter(value) || value == '\r';
    }

    private boolean isDelimiter(int value) {
        return format.whitespace()
                ? value == ' ' || value == '\t'
                : value == (format.delimiter() & 0xff);
    }
}
