package sluice.ingest.row;

/**
 * Finds where a row or comment ends, without regard to what its fields mean. Used for rows that are
 * not taken, so that a fault in one field does not move the beginning of the next row.
 *
 * <p>A fault does not end a row: what follows it is cut into fields on, so that no line of a later
 * quoted field is taken for a row. A carriage return that ends no line begins a field, as a
 * delimiter does; behind one, a comment is cut into fields too.
 *
 * <p>Slow on purpose: one byte after the other.
 */
public final class RowExtent {
    public enum Fault {
        NONE,
        /** The quote at {@link #at} is not closed before the limit. */
        UNCLOSED,
        /** At {@link #at}, after a closing quote, stands what is neither delimiter nor line end. */
        AFTER_QUOTE,
        /** At {@link #at}, outside quotes, is a carriage return that ends no line. */
        RETURN
    }

    private final TextFormat format;

    /** Where the line feed that ends the row is, or -1 when there is none before the limit. */
    public int end;

    /** Whether it is a comment, at fault or not. */
    public boolean comment;

    /** The first fault of the row. */
    public Fault fault = Fault.NONE;

    /** The column of {@link #fault}, counted from 1; 0 in a comment. */
    int column;

    /** Where {@link #fault} is. */
    int at;

    /** Where the quote is that is not closed before the limit, or -1 when there is none. */
    public int unclosed;

    public RowExtent(TextFormat format) {
        this.format = format;
    }

    /** Follows the row or comment at {@code start}, looking at no byte from {@code limit} on. */
    public void scan(byte[] text, int start, int limit) {
        end = -1;
        fault = Fault.NONE;
        column = 1;
        at = -1;
        unclosed = -1;
        int position = format.whitespace() ? pastBlanks(text, start, limit) : start;
        comment = position < limit && (text[position] & 0xff) == format.comment();
        if (comment) {
            column = 0;
            while (position < limit && fault == Fault.NONE && end < 0) {
                position = pastText(text, position, limit);
                position += isDelimiter(text, position, limit) ? 1 : 0;
            }
        }
        while (position < limit && end < 0) {
            position = pastField(text, position, limit);
        }
    }

    /**
     * The row's end, or for a quote that is not closed the first line end after that; -1 where none
     * is before {@code limit}.
     */
    public int endWithin(byte[] text, int limit) {
        return unclosed < 0 ? end : Swar.lineEnd(text, unclosed, limit);
    }

    /** Where the field after the one at {@code start} begins, or anything where no other does. */
    private int pastField(byte[] text, int start, int limit) {
        int position = pastBlanks(text, start, limit);
        if (position < limit && (text[position] & 0xff) == format.quote()) {
            position = pastQuoted(text, position, limit);
        }
        position = pastText(text, position, limit);
        if (!isDelimiter(text, position, limit)) {
            return position;
        }
        column += fault == Fault.NONE ? 1 : 0;
        return position + 1;
    }

    /**
     * Where the text at {@code start} ends: at a delimiter, at the line feed that ends the row, or
     * behind carriage returns that end no line.
     */
    private int pastText(byte[] text, int start, int limit) {
        int position = start;
        while (position < limit && !isDelimiter(text, position, limit)) {
            if (text[position] == '\n') {
                end = position;
                return position;
            }
            int after = pastReturns(text, position, limit);
            if (after > position && after < limit && text[after] != '\n') {
                find(Fault.RETURN, position);
                return after;
            }
            position = after > position ? after : position + 1;
        }
        return position;
    }

    private static int pastReturns(byte[] text, int from, int limit) {
        int position = from;
        while (position < limit && text[position] == '\r') {
            position++;
        }
        return position;
    }

    private void find(Fault found, int position) {
        if (fault == Fault.NONE) {
            fault = found;
            at = position;
        }
    }

    /** Where the text behind the quoted field at {@code open} begins. */
    private int pastQuoted(byte[] text, int open, int limit) {
        int position = open + 1;
        while (position + 1 < limit) {
            int here = text[position] & 0xff;
            int next = text[position + 1] & 0xff;
            if (format.escapes(here, next) || here == format.quote() && next == here) {
                position += 2;
            } else if (here != format.quote()) {
                position++;
            } else {
                return pastTrimmed(text, position + 1, limit);
            }
        }
        unclosed = open;
        find(Fault.UNCLOSED, open);
        return limit;
    }

    /** Passes over blanks behind a quoted field, which nothing but its end may follow. */
    private int pastTrimmed(byte[] text, int closed, int limit) {
        int position = closed;
        while (position < limit && format.isTrimmed(text[position])) {
            position++;
        }
        boolean ends =
                position == limit
                        || text[position] == '\n'
                        || text[position] == '\r'
                        || isDelimiter(text, position, limit);
        if (!ends) {
            find(Fault.AFTER_QUOTE, position);
        }
        return position;
    }

    private int pastBlanks(byte[] text, int from, int limit) {
        int position = from;
        while (position < limit
                && (format.whitespace()
                        ? isDelimiter(text, position, limit)
                        : format.isTrimmed(text[position]))) {
            position++;
        }
        return position;
    }

    private boolean isDelimiter(byte[] text, int position, int limit) {
        if (position >= limit) {
            return false;
        }
        byte value = text[position];
        return format.whitespace() ? value == ' ' || value == '\t' : value == format.delimiter();
    }
}
