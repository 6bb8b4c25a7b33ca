package sluice.ingest.row;

import org.jspecify.annotations.Nullable;

/**
 * How delimited text is cut into fields.
 *
 * @param delimiter the byte between two fields; not used with {@code whitespace}
 * @param whitespace fields are separated by any run of blanks and tabs, as in edge lists
 * @param quote the byte that begins and ends a quoted field (RFC 4180, doubled inside), or -1 for
 *     none
 * @param comment lines that begin with this byte (after blanks with {@code whitespace}) are left
 *     out, or -1 for none
 * @param escape the byte that, inside quotes, makes a quote or an escape byte after it plain text,
 *     or -1 for none
 * @param trim blanks around a field are not part of it; those inside its quotes are
 * @param nullText what an unquoted field holds where it has no value, or null for none
 * @param emptyIsNull whether an unquoted field without a byte has no value either
 */
public record TextFormat(
        byte delimiter,
        boolean whitespace,
        int quote,
        int comment,
        int escape,
        boolean trim,
        @Nullable String nullText,
        boolean emptyIsNull) {

    /** A format in which a field without a byte is an empty text, unless {@code nullText} is. */
    public TextFormat(
            byte delimiter,
            boolean whitespace,
            int quote,
            int comment,
            int escape,
            boolean trim,
            @Nullable String nullText) {
        this(delimiter, whitespace, quote, comment, escape, trim, nullText, false);
    }

    /** A format without escapes, trimming and a text for missing values. */
    public TextFormat(byte delimiter, boolean whitespace, int quote, int comment) {
        this(delimiter, whitespace, quote, comment, -1, false, null);
    }

    public TextFormat withComment(int other) {
        return new TextFormat(
                delimiter, whitespace, quote, other, escape, trim, nullText, emptyIsNull);
    }

    /** Whether {@code value} is a blank that trimming takes away. */
    public boolean isTrimmed(int value) {
        return trim && !whitespace && value == ' ' && value != delimiter;
    }

    /** Whether the escape {@code value}, inside quotes, makes the byte {@code next} plain text. */
    public boolean escapes(int value, int next) {
        return value == escape && (next == quote || next == escape);
    }
}
