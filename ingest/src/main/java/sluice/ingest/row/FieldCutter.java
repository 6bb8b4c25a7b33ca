package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds where the fields of a row end and what their text is. Belongs to one {@link RowParser}.
 *
 * <p>Every method relies on a "fence": a place in the window with a line feed right before it and
 * {@link Swar#SLACK_BYTES} readable bytes after it. No unquoted field runs past it.
 */
public final class FieldCutter {
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

    /** Whether the field that was cut last stood in quotes. */
    boolean quoted;

    /** How many line ends the quoted fields of the row hold. */
    long lineEnds;

    private final TextFormat format;
    private final int quote;
    private final int escape;
    private final boolean trim;
    private final byte @Nullable [] nullText;
    private final boolean emptyIsNull;
    private final byte delimiter;

    /** The second of two delimiters where blanks separate fields, else the same. */
    private final byte otherDelimiter;

    private final long delimiters;
    private final long otherDelimiters;

    /**
     * The fields of the row whose doubled and escaped quotes were resolved, one after the other.
     */
    private final GrowingBuffer unquotedText = new GrowingBuffer();

    /** The first byte that is too far for the row. */
    private int rowLimit;

    FieldCutter(TextFormat format) {
        this.format = format;
        quote = format.quote();
        escape = format.escape();
        trim = format.trim();
        String missing = format.nullText();
        nullText = missing == null ? null : missing.getBytes(StandardCharsets.UTF_8);
        emptyIsNull = format.emptyIsNull();
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

    /** Whether a field's text is the window's from delimiter to delimiter, if it is not quoted. */
    boolean takesFieldsWhole() {
        return !trim && nullText == null && !emptyIsNull;
    }

    /** Whether the field that was cut last says that it has no value. */
    boolean isNull(byte[] window) {
        if (quoted) {
            return false;
        }
        return length == 0 && emptyIsNull
                || nullText != null
                        && Arrays.equals(nullText, 0, nullText.length, window, from, from + length);
    }

    /** Leaves blanks at both ends out of the field that was cut last. */
    void strip(byte[] text) {
        if (length > 0 && (text[from] <= ' ' || text[from + length - 1] <= ' ')) {
            stripBlanks(text);
        }
    }

    private void stripBlanks(byte[] text) {
        while (length > 0 && isBlank(text[from])) {
            from++;
            length--;
        }
        while (length > 0 && isBlank(text[from + length - 1])) {
            length--;
        }
    }

    /**
     * Where the field at {@code from}, which is not quoted, ends: at a delimiter, line feed or
     * carriage return.
     */
    int plainEnd(byte[] window, int from) {
        return Swar.fieldEnd(window, from, delimiters, otherDelimiters);
    }

    /**
     * Finds the text of the field at {@code from} and returns where it ends, at a delimiter or line
     * feed; or {@link #INCOMPLETE} or {@link #FAULT}.
     */
    int cut(byte[] window, int from, int fence) {
        if (trim) {
            return cutTrimmed(window, pastTrimmed(window, from), fence);
        }
        return isQuoted(window, from) ? cutQuoted(window, from, fence) : cutPlain(window, from);
    }

    private int cutTrimmed(byte[] window, int start, int fence) {
        if (isQuoted(window, start)) {
            return cutQuoted(window, start, fence);
        }
        int end = cutPlain(window, start);
        while (length > 0 && format.isTrimmed(window[start + length - 1])) {
            length--;
        }
        return end;
    }

    private int cutPlain(byte[] window, int start) {
        int end = plainEnd(window, start);
        unquoted = false;
        quoted = false;
        from = start;
        length = end - start;
        return window[end] == '\r' ? lineFeed(window, end) : end;
    }

    private int pastTrimmed(byte[] window, int from) {
        int position = from;
        while (format.isTrimmed(window[position])) {
            position++;
        }
        return position;
    }

    private int cutQuoted(byte[] window, int open, int fence) {
        int limit = Math.min(fence, rowLimit);
        return escape < 0 ? cutDoubled(window, open, limit) : cutEscaped(window, open, limit);
    }

    /** A field whose quotes are doubled where they are text. */
    private int cutDoubled(byte[] window, int open, int limit) {
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

    /** A field whose quotes are doubled, or stand behind an escape, where they are text. */
    private int cutEscaped(byte[] window, int open, int limit) {
        long quotes = Swar.ONES * quote;
        long escapes = Swar.ONES * escape;
        int doubled = 0;
        int position = open + 1;
        while (position + 1 < limit) {
            long word = Swar.word(window, position);
            long marks = Swar.firstEqual(word, quotes) | Swar.firstEqual(word, escapes);
            if (marks == 0) {
                position += 8;
                continue;
            }
            position += Long.numberOfTrailingZeros(marks) >>> 3;
            if (position + 1 >= limit) {
                return INCOMPLETE;
            }
            int next = window[position + 1] & 0xff;
            if (next == quote || next == escape && !isQuoted(window, position)) {
                doubled++;
                position += 2;
            } else if (isQuoted(window, position)) {
                return endQuoted(window, open, position, doubled);
            } else {
                position++;
            }
        }
        return INCOMPLETE;
    }

    private int endQuoted(byte[] window, int open, int close, int doubled) {
        int end = trim ? pastTrimmed(window, close + 1) : close + 1;
        if (!isFieldEnd(window, end)) {
            return FAULT;
        }
        quoted = true;
        lineEnds += Swar.lineEndCount(window, open, close);
        unquoted = doubled > 0;
        this.from = doubled > 0 ? unquotedText.lengthBytes() : open + 1;
        length = close - open - 1 - doubled;
        if (doubled > 0) {
            copyUnquoted(window, open + 1, close);
        }
        return window[end] == '\r' ? lineFeed(window, end) : end;
    }

    private void copyUnquoted(byte[] window, int from, int to) {
        int part = from;
        for (int position = from; position < to; position++) {
            int mark = window[position] & 0xff;
            if (mark == quote || format.escapes(mark, window[position + 1] & 0xff)) {
                unquotedText.put(window, part, position - part);
                position++;
                part = position;
            }
        }
        unquotedText.put(window, part, to - part);
    }

    private boolean isFieldEnd(byte[] window, int position) {
        byte value = window[position];
        return value == delimiter || value == otherDelimiter || lineFeed(window, position) >= 0;
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

    /**
     * Where the line feed of the line end at {@code position} is, which may have carriage returns
     * before it; {@link #FAULT} where none is there.
     */
    static int lineFeed(byte[] window, int position) {
        int at = position;
        while (window[at] == '\r') {
            at++;
        }
        return window[at] == '\n' ? at : FAULT;
    }

    /**
     * The length of the text from {@code from} to the line feed at {@code end}, without carriage
     * returns before that.
     */
    public static int lengthWithoutReturns(byte[] window, int from, int end) {
        int textEnd = end;
        while (textEnd > from && window[textEnd - 1] == '\r') {
            textEnd--;
        }
        return textEnd - from;
    }
}
