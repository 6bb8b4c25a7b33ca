package sluice.ingest.layout;

import sluice.ingest.row.TextFormat;

/**
 * Guesses where a row begins in the middle of a text with quotes, for samples only: chunks are cut
 * by {@link sluice.ingest.row.RowEnds}, which never guesses.
 */
public final class QuoteGuess {
    private QuoteGuess() {}

    /** The offset behind the first row end in {@code block}, or -1 where none is plain. */
    public static int rowStart(byte[] block, int length, TextFormat format) {
        if (format.quote() < 0) {
            return lineStart(block, length);
        }
        int remote = rowStart(block, length, format, false);
        return remote != -2 ? remote : Math.max(-1, rowStart(block, length, format, true));
    }

    /**
     * As above, supposing that the block begins inside a quoted field or not; -2 where that is
     * contradicted.
     */
    private static int rowStart(byte[] block, int length, TextFormat format, boolean beginsQuoted) {
        boolean quoted = beginsQuoted;
        int start = -1;
        for (int at = 0; at < length; at++) {
            byte here = block[at];
            if (here == format.quote()) {
                if (quoted && at + 1 < length && block[at + 1] == here) {
                    at++;
                } else if (quoted) {
                    if (at + 1 < length && !endsField(block[at + 1], format)) {
                        return -2;
                    }
                    quoted = false;
                } else {
                    if (at > 0 && !endsField(block[at - 1], format)) {
                        return -2;
                    }
                    quoted = true;
                }
            } else if (quoted && at + 1 < length && format.escapes(here, block[at + 1])) {
                at++;
            } else if (here == '\n' && !quoted && start < 0) {
                start = at + 1;
            }
        }
        return start;
    }

    private static int lineStart(byte[] block, int length) {
        for (int at = 0; at < length; at++) {
            if (block[at] == '\n') {
                return at + 1;
            }
        }
        return -1;
    }

    private static boolean endsField(byte next, TextFormat format) {
        return next == '\n'
                || next == '\r'
                || format.isTrimmed(next)
                || (format.whitespace() ? next == ' ' || next == '\t' : next == format.delimiter());
    }
}
