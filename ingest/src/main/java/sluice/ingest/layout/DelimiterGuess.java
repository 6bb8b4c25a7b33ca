package sluice.ingest.layout;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.ingest.mapping.ToldFormat;
import sluice.ingest.row.Fields;
import sluice.ingest.row.TextFormat;

/** Finds the delimiter that cuts the first lines of a file without a header into rows. */
final class DelimiterGuess {
    private final FileHead head;

    /** The lines that are neither blank nor comment. */
    private final List<FileHead.Line> lines;

    /** What the mapping or the first lines show of the format. */
    private final ToldFormat told;

    private final boolean takesShortRows;

    /** The byte that begins a comment of pairs. */
    private final int pairComment;

    DelimiterGuess(
            FileHead head,
            List<FileHead.Line> lines,
            ToldFormat told,
            boolean takesShortRows,
            int pairComment) {
        this.head = head;
        this.lines = lines;
        this.told = told;
        this.takesShortRows = takesShortRows;
        this.pairComment = pairComment;
    }

    /** The fields of the first rows. */
    List<List<String>> rows(TextFormat format) {
        return head.rows(format, 0).stream().map(row -> Fields.split(row.text(), format)).toList();
    }

    static List<Integer> rowDelimiters() {
        return Stream.concat(Fields.COMMON_DELIMITERS.stream(), Stream.of(Fields.WHITESPACE))
                .toList();
    }

    /**
     * The delimiter that cuts all first lines into equally many fields, two at least, or all first
     * rows; else white space.
     */
    int rowDelimiter() {
        for (int candidate : Fields.COMMON_DELIMITERS) {
            if (lineColumnCount(candidate) > 1) {
                boolean numberPair = candidate == '\t' && lineColumnCount(Fields.WHITESPACE) == 2;
                return numberPair ? Fields.WHITESPACE : candidate;
            }
        }
        for (int candidate : Fields.COMMON_DELIMITERS) {
            if (columnCount(candidate) > 1) {
                return candidate;
            }
        }
        int longest = 1;
        int best = Fields.WHITESPACE;
        for (int candidate : takesShortRows ? Fields.COMMON_DELIMITERS : List.<Integer>of()) {
            int length = longestRow(candidate);
            if (length > longest) {
                longest = length;
                best = candidate;
            }
        }
        return best;
    }

    /**
     * How many fields all first lines have, or all first rows, as quoted fields may hold line ends;
     * 0 where they differ.
     */
    int columnCount(int candidate) {
        int count = lineColumnCount(candidate);
        if (count > 0) {
            return count;
        }
        return columnCount(
                head.rows(told.with(candidate), 0).stream().map(FileHead.Row::text).toList(),
                candidate);
    }

    int longestRow(int candidate) {
        return rows(told.with(candidate)).stream().mapToInt(List::size).max().orElse(0);
    }

    private int lineColumnCount(int candidate) {
        return columnCount(lines.stream().map(FileHead.Line::text).toList(), candidate);
    }

    private int columnCount(List<String> texts, int candidate) {
        int count = 0;
        for (String text : texts) {
            int fields = Fields.split(text, told.with(candidate)).size();
            if (count != 0 && count != fields) {
                return 0;
            }
            count = fields;
        }
        return count;
    }

    /**
     * The format that cuts all first lines into two numbers, in quotes or not; null where none
     * does.
     */
    @Nullable TextFormat pairFormat() {
        List<Integer> delimiters =
                told.delimiter() == null
                        ? List.of((int) ',', (int) '|', (int) ';', Fields.WHITESPACE)
                        : List.of(told.delimiter());
        for (int candidate : delimiters) {
            for (int quote :
                    told.quote() == null ? List.of(-1, (int) '"') : List.of(told.quote())) {
                TextFormat format = told.dialect().format(candidate, quote, pairComment);
                List<String> rows =
                        lines.stream()
                                .map(FileHead.Line::text)
                                .filter(line -> !Fields.isComment(line, format))
                                .toList();
                if (!rows.isEmpty() && rows.stream().allMatch(row -> isPair(row, format))) {
                    return format;
                }
            }
        }
        return null;
    }

    static boolean isPair(String line, TextFormat format) {
        List<String> fields = Fields.split(line, format);
        return fields.size() == 2
                && !Fields.endsQuoted(line, format)
                && fields.stream().map(String::strip).allMatch(Fields::isUnsignedNumber);
    }
}
