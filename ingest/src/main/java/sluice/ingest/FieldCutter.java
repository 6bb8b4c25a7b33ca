package sluice.ingest;

/**
 * Finds where the fields of a row end and what their text is. Belongs to one {@link RowParser}.
 *
 * <p>Every method relies on a "fence": a place in the window with a line feed right before it and
 * {@link Swar#SLACK_BYTES} readable bytes after it. No unquoted field runs past it.
 */
final class FieldCutter {
    /** Instead of a place: the row does not end before the fence. */
    static final int INCOMPLETE = -1;

    /** Instead of a place: the row is whole but cannot be taken. */
    static final int FAULT = -2;

    /**
     * Whether the text of the field that was cut last is in {@link #unquotedBytes}, else it is in
     * the window.
     */
    boolean unquoted;

    /** Where the text of the field that was cut last begins, and its length in bytes. */
    int from;

    int length;

    /** How many line ends the quoted fields of the row hold. */
    long lineEnds;

    private final int quote;
    private final byte delimiter;

    /** The second of two delimiters where blanks separate fields, else the same. */
    private final byte otherDelimiter;

    private final long delimiters;
    private final long otherDelimiters;

    /** The fields of the row whose doubled quotes were resolved, one after the other. */
    private final GrowingBuffer unquotedText = new GrowingBuffer();

    /** The first byte that is too far for the row. */
    private int rowLimit;

    FieldCutter(TextFormat format) {
        quote = format.quote();
        delimiter = format.whitespace() ? (byte) ' ' : format.delimiter();
        otherDelimiter = format.whitespace() ? (byte) '\t' : format.delimiter();
        delimiters = Swar.ONES * (delimiter & 0xff);
        otherDelimiters = Swar.ONES * (otherDelimiter & 0xff);
    }

    /** Forgets the fields of the row before; quoted fields may not reach {@code rowLimit}. */
    void beginRow(int rowLimit) {
        this.rowLimit = rowLimit;
        lineEnds = 0;
        if (unquotedText.lengthBytes() > 0) {
            unquotedText.truncate(0);
        }
    }

    byte[] unquotedBytes() {
        return unquotedText.bytes();
    }

    boolean isQuoted(byte[] window, int position) {
        return (window[position] & 0xff) == quote;
    }

    /** Whether {@code value} ends a field by itself, without a look at the byte after it. */
    boolean isStop(byte value) {
        return value == delimiter || value == otherDelimiter || value == '\n';
    }

    /** Where the field at {@code from}, which is not quoted, ends: at a delimiter or line feed. */
    int plainEnd(byte[] window, int from) {
        return Swar.fieldEnd(window, from, delimiters, otherDelimiters);
    }

    /**
     * Finds the text of the field at {@code from} and returns where it ends, at a delimiter or line
     * feed; or {@link #INCOMPLETE} or {@link #FAULT}.
     */
    int cut(byte[] window, int from, int fence) {
        if (isQuoted(window, from)) {
            return cutQuoted(window, from, fence);
        }
        int end = plainEnd(window, from);
        unquoted = false;
        this.from = from;
        length = lengthWithoutReturn(window, from, end);
        return end;
    }

    private int cutQuoted(byte[] window, int open, int fence) {
        int limit = Math.min(fence, rowLimit);
        long quotes = Swar.ONES * quote;
        int doubled = 0;
        int position = open + 1;
        while (position + 1 < limit) {
            long marks = Swar.firstEqual(Swar.word(window, position), quotes);
            if (marks == 0) {
                position += 8;
                continue;
            }
            position += Long.numberOfTrailingZeros(marks) >>> 3;
            if (position + 1 >= limit) {
                return INCOMPLETE;
            }
            if ((window[position + 1] & 0xff) != quote) {
                return endQuoted(window, open, position, doubled);
            }
            doubled++;
            position += 2;
        }
        return INCOMPLETE;
    }

    private int endQuoted(byte[] window, int open, int close, int doubled) {
        if (!isFieldEnd(window, close + 1)) {
            return FAULT;
        }
        lineEnds += Swar.lineEndCount(window, open, close);
        unquoted = doubled > 0;
        this.from = doubled > 0 ? unquotedText.lengthBytes() : open + 1;
        length = close - open - 1 - doubled;
        if (doubled > 0) {
            copyUnquoted(window, open + 1, close);
        }
        return window[close + 1] == '\r' ? close + 2 : close + 1;
    }

    private void copyUnquoted(byte[] window, int from, int to) {
        int part = from;
        for (int position = from; position < to; position++) {
            if ((window[position] & 0xff) == quote) {
                unquotedText.put(window, part, position - part + 1);
                position++;
                part = position + 1;
            }
        }
        unquotedText.put(window, part, to - part);
    }

    private boolean isFieldEnd(byte[] window, int position) {
        byte value = window[position];
        return value == delimiter || value == otherDelimiter || isLineEnd(window, position);
    }

    static int pastBlanks(byte[] window, int from) {
        int position = from;
        while (isBlank(window[position])) {
            position++;
        }
        return position;
    }

    static boolean isBlank(byte value) {
        return value == ' ' || value == '\t';
    }

    /** Whether a line feed, or a carriage return and a line feed, is at {@code position}. */
    static boolean isLineEnd(byte[] window, int position) {
        byte value = window[position];
        return value == '\n' || value == '\r' && window[position + 1] == '\n';
    }

    /** Where the line feed of the line end at {@code lineEnd} is. */
    static int lineFeed(byte[] window, int lineEnd) {
        return window[lineEnd] == '\n' ? lineEnd : lineEnd + 1;
    }

    /**
     * The length of the text from {@code from} to {@code end} without the carriage return of a line
     * end.
     */
    static int lengthWithoutReturn(byte[] window, int from, int end) {
        boolean lineReturn = window[end] == '\n' && end > from && window[end - 1] == '\r';
        return end - from - (lineReturn ? 1 : 0);
    }
}
