package sluice.ingest.mapping;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.row.Fields;
import sluice.ingest.row.RowMembers;
import sluice.ingest.row.TextFormat;

/**
 * The parts of a file's format that are known before its delimiter is: those that a mapping gives,
 * and the comment byte that the file shows. A part that is not known is null.
 *
 * @param delimiter as {@link Fields} has it
 * @param quote the byte or -1 for none; where it is not known, it depends on the delimiter
 * @param comment the byte or -1 for none
 */
public record ToldFormat(
        @Nullable Integer delimiter,
        @Nullable Integer quote,
        @Nullable Integer comment,
        Dialect dialect) {
    public static final ToldFormat NOTHING = new ToldFormat(null, null, null, Dialect.UNTOLD);

    /** What {@code entry} says and, where it says nothing, the defaults of {@code mapping}. */
    public static ToldFormat of(@Nullable Mapping mapping, Mapping.@Nullable Entry entry) {
        ToldFormat told = entry == null ? NOTHING : of(entry);
        return mapping == null ? told : told.orElse(of(mapping.defaults()));
    }

    private static ToldFormat of(Mapping.Entry entry) {
        return new ToldFormat(entry.delimiter(), entry.quote(), entry.comment(), entry.dialect());
    }

    private ToldFormat orElse(ToldFormat other) {
        return new ToldFormat(
                delimiter == null ? other.delimiter : delimiter,
                quote == null ? other.quote : quote,
                comment == null ? other.comment : comment,
                dialect.orElse(other.dialect));
    }

    /**
     * The format of the text that the rows of a Parquet file become: a missing value is a field
     * without a byte, an empty text is in quotes. A mapping can only say that another text stands
     * for no value too.
     */
    public ToldFormat ofRows() {
        String said = dialect.nullText() == null ? "" : dialect.nullText();
        return new ToldFormat(
                (int) ',',
                (int) '"',
                -1,
                new Dialect(null, null, said, null, null, !said.isEmpty()));
    }

    /** The format of the text that objects of JSON become, where an empty field is no value. */
    public ToldFormat ofMembers() {
        return new ToldFormat(
                (int) RowMembers.FIELDS.delimiter(),
                RowMembers.FIELDS.quote(),
                RowMembers.FIELDS.comment(),
                new Dialect(
                        null,
                        null,
                        RowMembers.FIELDS.nullText(),
                        dialect.skip(),
                        dialect.encoding()));
    }

    /** The same where the delimiter is known too. */
    public ToldFormat withDelimiter(int known) {
        return new ToldFormat(known, quote, comment, dialect);
    }

    /** The same where the comment byte is known too. */
    public ToldFormat withComment(int known) {
        return new ToldFormat(delimiter, quote, known, dialect);
    }

    /** The format with {@code delimiter} and the quote that is usual with it. */
    public TextFormat with(int delimiter) {
        return with(delimiter, Fields.defaultQuote(delimiter));
    }

    /** The format with {@code delimiter} and, unless the mapping says another, a quote. */
    public TextFormat with(int delimiter, int usualQuote) {
        return dialect.format(
                delimiter, quote == null ? usualQuote : quote, comment == null ? -1 : comment);
    }

    /** The formats with {@code delimiter}: the usual one, then the one with quotes. */
    public List<TextFormat> allWith(int delimiter) {
        TextFormat usual = with(delimiter);
        return quote != null || usual.quote() >= 0
                ? List.of(usual)
                : List.of(usual, with(delimiter, '"'));
    }
}
