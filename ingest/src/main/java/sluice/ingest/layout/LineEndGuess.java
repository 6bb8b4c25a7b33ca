package sluice.ingest.layout;

import sluice.ingest.mapping.ToldFormat;
import sluice.ingest.row.Fields;

/**
 * Finds out from the first bytes of a text whether carriage returns alone end its lines, as on an
 * old Mac: there is one outside quotes, and no line feed at all. Used once.
 */
final class LineEndGuess {
    private static final int CARRIAGE_RETURN = '\r';

    private final ToldFormat told;

    /** Whether a character has two bytes. */
    private final boolean wide;

    private final int quote;

    /** How many titles are still to be passed over. */
    private int titles;

    private boolean lineBegins = true;
    private boolean fieldBegins = true;
    private boolean comment;
    private boolean quoted;

    LineEndGuess(ToldFormat told, boolean wide) {
        this.told = told;
        this.wide = wide;
        Integer delimiter = told.delimiter();
        int usual = delimiter == null ? '"' : Fields.defaultQuote(delimiter);
        this.quote = told.quote() == null ? usual : told.quote();
        this.titles = told.dialect().skippedLines();
    }

    /**
     * Whether carriage returns end the lines of a text that begins with {@code bytes}.
     *
     * @param whole whether these are all of it; else a line feed may follow the last one
     */
    boolean areReturns(byte[] bytes, boolean whole) {
        boolean found = false;
        boolean inOpenQuote = false;
        for (int at = 0; at < bytes.length; at++) {
            if (wide && !isHalf(bytes, at)) {
                fieldBegins &= bytes[at] == 0;
                continue;
            }
            int here = bytes[at] & 0xff;
            if (here == '\n') {
                return false;
            }
            if (here == CARRIAGE_RETURN && !quoted) {
                found |= whole || at + 2 < bytes.length;
                beginLine();
            } else if (quoted && isEscaping(bytes, at)) {
                at += wide ? 2 : 1;
            } else {
                inOpenQuote = quoted && (inOpenQuote || here == CARRIAGE_RETURN);
                pass(here);
            }
        }
        // A quote that is never closed hides no line end.
        return found || whole && quoted && inOpenQuote;
    }

    private void beginLine() {
        titles--;
        lineBegins = true;
        fieldBegins = true;
        comment = false;
    }

    private void pass(int here) {
        comment |= lineBegins && beginsComment(here);
        // A mark may stand before the first line.
        lineBegins &= here >= 0x80;
        if (titles > 0 || comment) {
            return;
        }
        if (here == quote && (quoted || fieldBegins)) {
            quoted = !quoted;
            fieldBegins = !quoted;
        } else if (!quoted) {
            fieldBegins = lineBegins || beginsField(here);
        }
    }

    private boolean beginsComment(int here) {
        Integer given = told.comment();
        return given == null ? here == '#' || here == '%' : here == given;
    }

    /**
     * Whether a field may begin after {@code here}; without a mapping most bytes may part fields.
     */
    private boolean beginsField(int here) {
        Integer delimiter = told.delimiter();
        boolean blank = here == ' ' || here == '\t';
        if (blank
                && (told.dialect().trims()
                        || delimiter != null && delimiter == Fields.WHITESPACE)) {
            return true;
        }
        return delimiter == null
                ? here != ' ' && here < 0x80 && !Character.isLetterOrDigit(here)
                : here == delimiter;
    }

    private boolean isEscaping(byte[] bytes, int at) {
        Integer escape = told.dialect().escape();
        int next = at + (wide ? 2 : 1);
        return escape != null
                && (bytes[at] & 0xff) == escape
                && next < bytes.length
                && ((bytes[next] & 0xff) == quote || (bytes[next] & 0xff) == escape);
    }

    /** Whether the byte at {@code at} is the lower half of a character whose other half is 0. */
    private static boolean isHalf(byte[] bytes, int at) {
        boolean afterZero = (at & 1) == 1 && bytes[at - 1] == 0;
        boolean beforeZero = (at & 1) == 0 && at + 1 < bytes.length && bytes[at + 1] == 0;
        return afterZero || beforeZero;
    }
}
