package sluice.ingest.mapping;

import org.jspecify.annotations.Nullable;
import sluice.ingest.row.Fields;
import sluice.ingest.row.TextFormat;

/**
 * What a mapping says of a file's text besides delimiter, quote and comments. A part that was not
 * given is null.
 *
 * @param escape as in {@link TextFormat}
 * @param skip how many lines stand before the header or the first row
 * @param encoding the name of a charset
 * @param emptyIsNull as in {@link TextFormat}; no mapping says it
 */
public record Dialect(
        @Nullable Integer escape,
        @Nullable Boolean trim,
        @Nullable String nullText,
        @Nullable Integer skip,
        @Nullable String encoding,
        boolean emptyIsNull) {
    public static final Dialect UNTOLD = new Dialect(null, null, null, null, null);

    /** The parts that a mapping can say. */
    public Dialect(
            @Nullable Integer escape,
            @Nullable Boolean trim,
            @Nullable String nullText,
            @Nullable Integer skip,
            @Nullable String encoding) {
        this(escape, trim, nullText, skip, encoding, false);
    }

    /** What this one says, and {@code other} where it says nothing. */
    Dialect orElse(Dialect other) {
        return new Dialect(
                escape == null ? other.escape : escape,
                trim == null ? other.trim : trim,
                nullText == null ? other.nullText : nullText,
                skip == null ? other.skip : skip,
                encoding == null ? other.encoding : encoding,
                emptyIsNull || other.emptyIsNull);
    }

    /** A format with these and the given parts. */
    public TextFormat format(int delimiter, int quote, int comment) {
        boolean whitespace = delimiter == Fields.WHITESPACE;
        return new TextFormat(
                whitespace ? (byte) ' ' : (byte) delimiter,
                whitespace,
                quote,
                comment,
                escape == null || escape == quote ? -1 : escape,
                trims(),
                nullText,
                emptyIsNull);
    }

    public boolean trims() {
        return trim != null && trim;
    }

    public int skippedLines() {
        return skip == null ? 0 : skip;
    }
}
