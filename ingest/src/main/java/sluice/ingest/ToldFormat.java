package sluice.ingest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a file's format before its delimiter is: what a mapping says, and the comment
 * byte that the file shows.
 *
 * @param delimiter as {@link Fields} has it, or null where it must be found
 * @param quote the byte or -1 for none, or null where it depends on the delimiter
 * @param comment the byte or -1 for none
 */
record ToldFormat(
        @Nullable Integer delimiter, @Nullable Integer quote, int comment, Dialect dialect) {
    /** Nothing is known. */
    static final ToldFormat NOTHING = new ToldFormat(null, null, -1, Dialect.UNTOLD);

    /** The format with {@code delimiter} and the quote that is usual with it. */
    TextFormat with(int delimiter) {
        return with(delimiter, Fields.defaultQuote(delimiter));
    }

    /** The formats with {@code delimiter}: the usual one, then the one with quotes. */
    List<TextFormat> allWith(int delimiter) {
        TextFormat usual = with(delimiter);
        return quote != null || usual.quote() >= 0
                ? List.of(usual)
                : List.of(usual, with(delimiter, '"'));
    }

    /** The same where the delimiter is known too. */
    ToldFormat withDelimiter(int known) {
        return new ToldFormat(known, quote, comment, dialect);
    }

    /** The format with {@code delimiter} and, unless the mapping says another, a quote. */
    TextFormat with(int delimiter, int usualQuote) {
        return dialect.format(delimiter, quote == null ? usualQuote : quote, comment);
    }
}
