package sluice.ingest;

/**
 * Finds where a row ends, without regard to what its fields mean. Used for rows that are not taken,
 * so that a fault in one field does not move the beginning of the next row.
 *
 * <p>Slow on purpose: one byte after the other.
 */
final class RowExtent {
    enum Fault {
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
    int end;

    Fault fault = Fault.NONE;

    /** The column of {@link #fault}, counted from 1. */
    int column;

    /** Where {@link #fault} is. */
    int at;

    RowExtent(TextFormat format) {
        this.format = format;
    }

    /** Follows the row at {@code start}, looking at no byte from {@code limit} on. */
    void scan(byte[] text, int start, int limit) {
        end = -1;
        fault = Fault.NONE;
        column = 1;
        at = -1;
        int position = skipBlanks(text, start, limit);
        while (position < limit) {
            int first = text[position] & 0xff;
            if (first == format.quote()) {
                position = pastQuoted(text, position, limit);
                if (fault != Fault.NONE) {
                    return;
                }
            }
            while (position < limit && !isDelimiter(text[position])) {
                if (text[position] == '\n') {
                    end = position;
                    return;
                }
                if (text[position] == '\r' && !endsLine(text, position, limit)) {
                    faultReturn(text, position, limit);
                    return;
                }
                position++;
            }
            position = skipBlanks(text, position + 1, limit);
            column++;
        }
    }

    /** Follows the comment at {@code start} likewise: the whole of it is at fault. */
    void passComment(byte[] text, int start, int limit) {
        faultReturn(text, start, limit);
        column = 0;
    }

    private void faultReturn(byte[] text, int position, int limit) {
        fault = Fault.RETURN;
        at = position;
        end = Swar.lineEnd(text, position, limit);
    }

    /** Whether a line feed follows the carriage returns at {@code position}, or may follow. */
    private static boolean endsLine(byte[] text, int position, int limit) {
        int after = position;
        while (after < limit && text[after] == '\r') {
            after++;
        }
        return after == limit || text[after] == '\n';
    }

    /** Where the quoted field at {@code open} ends; sets the fault where it does not end well. */
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
                checkAfterQuote(text, position + 1, limit);
                return position + 1;
            }
        }
        fault = Fault.UNCLOSED;
        at = open;
        return limit;
    }

    private void checkAfterQuote(byte[] text, int closed, int limit) {
        int position = closed;
        while (position < limit && format.isTrimmed(text[position])) {
            position++;
        }
        if (position == limit) {
            return;
        }
        byte next = text[position];
        if (next == '\r' && !endsLine(text, position, limit)) {
            faultReturn(text, position, limit);
        } else if (next != '\n' && next != '\r' && !isDelimiter(next)) {
            fault = Fault.AFTER_QUOTE;
            at = position;
            end = Swar.lineEnd(text, position, limit);
        }
    }

    private int skipBlanks(byte[] text, int from, int limit) {
        int position = from;
        while (position < limit
                && (format.whitespace()
                        ? isDelimiter(text[position])
                        : format.isTrimmed(text[position]))) {
            position++;
        }
        return position;
    }

    private boolean isDelimiter(byte value) {
        return format.whitespace() ? value == ' ' || value == '\t' : value == format.delimiter();
    }
}
