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
        AFTER_QUOTE
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
                position++;
            }
            position = skipBlanks(text, position + 1, limit);
            column++;
        }
    }

    /** Where the quoted field at {@code open} ends; sets the fault where it does not end well. */
    private int pastQuoted(byte[] text, int open, int limit) {
        int position = open + 1;
        while (position + 1 < limit) {
            if ((text[position] & 0xff) != format.quote()) {
                position++;
            } else if ((text[position + 1] & 0xff) == format.quote()) {
                position += 2;
            } else {
                checkAfterQuote(text, position + 1, limit);
                return position + 1;
            }
        }
        fault = Fault.UNCLOSED;
        at = open;
        return limit;
    }

    private void checkAfterQuote(byte[] text, int position, int limit) {
        byte next = text[position];
        boolean ends =
                next == '\n'
                        || isDelimiter(next)
                        || next == '\r' && (position + 1 == limit || text[position + 1] == '\n');
        if (!ends) {
            fault = Fault.AFTER_QUOTE;
            at = position;
            end = Swar.lineEnd(text, position, limit);
        }
    }

    private int skipBlanks(byte[] text, int from, int limit) {
        int position = from;
        while (format.whitespace() && position < limit && isDelimiter(text[position])) {
            position++;
        }
        return position;
    }

    private boolean isDelimiter(byte value) {
        return format.whitespace() ? value == ' ' || value == '\t' : value == format.delimiter();
    }
}
