package sluice.ingest.row;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts single lines into fields, plainly: for headers and for finding a file's shape. Rows are cut
 * by {@link RowParser}.
 */
public final class Fields {
    /** Stands for "any run of blanks and tabs" where a delimiter is asked for. */
    public static final int WHITESPACE = -2;

    /** Delimiters in the order in which they are tried. */
    public static final List<Integer> COMMON_DELIMITERS =
            List.of((int) ',', (int) '|', (int) '\t', (int) ';');

    private Fields() {}

    public static List<String> split(String line, TextFormat format) {
        List<String> fields = new ArrayList<>();
        String text = format.whitespace() ? line.strip() : line;
        int from = 0;
        while (from <= text.length()) {
            StringBuilder field = new StringBuilder();
            int end = cut(text, from, format, field);
            fields.add(field.toString());
            from = end + 1;
            while (format.whitespace() && from < text.length() && isDelimiter(text, from, format)) {
                from++;
            }
        }
        return fields;
    }

    /**
     * Whether {@code line} ends inside a quoted field: a delimiter behind it would begin no other.
     */
    public static boolean endsQuoted(String line, TextFormat format) {
        char delimiter = format.whitespace() ? ' ' : (char) (format.delimiter() & 0xff);
        return split(line + delimiter + "x", format).size() == split(line, format).size();
    }

    /** Whether {@code line}, which is not blank, is a comment. */
    public static boolean isComment(String line, TextFormat format) {
        String text = format.whitespace() ? line.strip() : line;
        return !text.isEmpty() && text.charAt(0) == format.comment();
    }

    /** Puts the text of the field at {@code start} into {@code field} and returns where it ends. */
    private static int cut(String line, int start, TextFormat format, StringBuilder field) {
        int index = start;
        while (index < line.length() && format.isTrimmed(line.charAt(index))) {
            index++;
        }
        if (index < line.length() && line.charAt(index) == format.quote()) {
            index = cutQuoted(line, index, format, field);
        }
        int quotedLength = field.length();
        while (index < line.length() && !isDelimiter(line, index, format)) {
            field.append(line.charAt(index++));
        }
        while (field.length() > quotedLength
                && format.isTrimmed(field.charAt(field.length() - 1))) {
            field.setLength(field.length() - 1);
        }
        return index;
    }

    /** Likewise up to the closing quote; returns the place behind it. */
    private static int cutQuoted(String line, int open, TextFormat format, StringBuilder field) {
        int index = open + 1;
        while (index < line.length()) {
            char here = line.charAt(index);
            char next = index + 1 < line.length() ? line.charAt(index + 1) : '\n';
            if (format.escapes(here, next) || here == format.quote() && next == here) {
                field.append(next);
                index += 2;
            } else if (here == format.quote()) {
                return index + 1;
            } else {
                field.append(here);
                index++;
            }
        }
        return index;
    }

    private static boolean isDelimiter(String line, int index, TextFormat format) {
        char here = line.charAt(index);
        return format.whitespace()
                ? here == ' ' || here == '\t'
                : here == (format.delimiter() & 0xff);
    }

    /**
     * The quote that a format with {@code delimiter} has unless a mapping says otherwise; -1 for
     * none.
     */
    public static int defaultQuote(int delimiter) {
        return delimiter == '\t' || delimiter == WHITESPACE || delimiter == ' ' ? -1 : '"';
    }

    /** Whether the text is an unsigned 64-bit number, with any number of zeros in front. */
    public static boolean isUnsignedNumber(String text) {
        int zeros = 0;
        for (int index = 0; index < text.length(); index++) {
            if (text.charAt(index) < '0' || text.charAt(index) > '9') {
                return false;
            }
            zeros += zeros == index && text.charAt(index) == '0' ? 1 : 0;
        }
        String digits = text.substring(zeros);
        return !text.isEmpty()
                && (digits.length() < 20
                        || digits.length() == 20 && digits.compareTo("18446744073709551615") <= 0);
    }

    /** The one of {@code words} that {@code word} is most likely a misspelling of, or null. */
    public static @Nullable String nearest(String word, Iterable<String> words) {
        String best = null;
        int bestDistance = Math.max(1, word.length() / 2);
        for (String candidate : words) {
            int distance =
                    distance(
                            word.toLowerCase(java.util.Locale.ROOT),
                            candidate.toLowerCase(java.util.Locale.ROOT));
            if (distance <= bestDistance && (best == null || distance < bestDistance)) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** How many letters must be put in, left out or changed to turn {@code a} into {@code b}. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
