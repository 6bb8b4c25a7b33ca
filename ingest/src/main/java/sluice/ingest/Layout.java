package sluice.ingest;

import java.util.List;

/**
 * What the fields of a file are, before a mapping changes their jobs.
 *
 * @param headerLine the line that says so, or "" where none does
 * @param format how rows are cut into fields
 * @param fromHeader whether a header in the file said so, and not a mapping or the shape of rows
 * @param dataFrom where behind the mark rows begin
 * @param dataLines how many lines stand before that
 */
record Layout(
        String headerLine,
        TextFormat format,
        List<ColumnDraft> columns,
        boolean fromHeader,
        int dataFrom,
        int dataLines) {

    Layout {
        columns = List.copyOf(columns);
    }

    static TextFormat format(int delimiter, int quote, int comment) {
        boolean whitespace = delimiter == Fields.WHITESPACE;
        return new TextFormat(
                whitespace ? (byte) ' ' : (byte) delimiter, whitespace, quote, comment);
    }

    /** The layout for a part of the same relation whose rows begin at its first byte. */
    Layout withoutHeader() {
        return new Layout(headerLine, format, columns, fromHeader, 0, 0);
    }

    /** {@link Fields#WHITESPACE} or a byte. */
    int delimiter() {
        return format.whitespace() ? Fields.WHITESPACE : format.delimiter();
    }
}
