package sluice.ingest.layout;

import java.util.List;
import sluice.ingest.row.Fields;
import sluice.ingest.row.TextFormat;

/**
 * What the fields of a file are, before a mapping changes their jobs.
 *
 * @param headerLine the line that says so, or "" where none does; it may hold line ends in quotes
 * @param format how rows are cut into fields
 * @param origin what said so
 * @param dataFrom where behind the mark rows begin
 * @param dataLines how many lines stand before that
 */
record Layout(
        String headerLine,
        TextFormat format,
        List<ColumnDraft> columns,
        Origin origin,
        int dataFrom,
        int dataLines) {

    /** What says what columns are. */
    enum Origin {
        /** A header in the form of neo4j-admin's import. */
        TYPED_HEADER,
        /** A header of Sluice's own names. */
        OWN_HEADER,
        /** A header with two names that are known as the ends of a link. */
        PAIR_HEADER,
        /** Any other line that a mapping makes a header. */
        NAMED_HEADER,
        /** A mapping's list of columns. */
        LIST,
        /** The numbers by which a mapping names columns. */
        POSITIONS,
        /** Rows of two numbers. */
        SHAPE
    }

    Layout {
        columns = List.copyOf(columns);
    }

    /** The layout for a part of the same relation whose rows begin at its first byte. */
    Layout withoutHeader() {
        return new Layout(headerLine, format, columns, origin, 0, 0);
    }

    /** The same with {@code comment} as the byte that begins comments. */
    Layout withComment(int comment) {
        return new Layout(
                headerLine, format.withComment(comment), columns, origin, dataFrom, dataLines);
    }

    /** The layout for a part of the same relation that has the header too, as {@code row}. */
    Layout behind(FileHead.Line row) {
        return new Layout(row.text(), format, columns, origin, row.next(), row.number());
    }

    /** Whether a header in the file said so, and not a mapping or the shape of rows. */
    boolean fromHeader() {
        return switch (origin) {
            case TYPED_HEADER, OWN_HEADER, PAIR_HEADER, NAMED_HEADER -> true;
            case LIST, POSITIONS, SHAPE -> false;
        };
    }

    /** The number of the line that names the columns, or 1 where none does. */
    int headerLineNumber() {
        return (int) Math.max(1, dataLines - headerLine.chars().filter(c -> c == '\n').count());
    }

    /** {@link Fields#WHITESPACE} or a byte. */
    int delimiter() {
        return format.whitespace() ? Fields.WHITESPACE : format.delimiter();
    }
}
