package sluice.ingest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts single lines into fields, plainly: for headers and for finding a file's shape. Rows are cut
 * by {@link RowParser}.
 */
final class Fields {
    /** Stands for "any run of blanks and tabs" where a delimiter is asked for. */
    static final int WHITESPACE = -2;

    /** Delimiters in the order in which they are tried. */
    static final List<Integer> COMMON_DELIMITERS =
            List.of((int) ',', (int) '|', (int) '\t', (int) ';');

    private Fields() {}

    static List<String> split(String line, int delimiter, int quote) {
        if (delimiter == WHITESPACE) {
            return List.of(line.strip().split("[ \t]+"));
        }
        List<String> fields = new ArrayList<>();
        cut(line, delimiter, quote, fields);
        return fields;
    }

    /** Whether {@code line} ends inside a quoted field. */
    static boolean endsQuoted(String line, int delimiter, int quote) {
        return delimiter != WHITESPACE && cut(line, delimiter, quote, new ArrayList<>());
    }

    /** Adds the fields of {@code line} and tells whether the last one's quote is not closed. */
    private static boolean cut(String line, int delimiter, int quote, List<String> fields) {
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        boolean atStart = true;
        for (int index = 0; index < line.length(); index++) {
            char here = line.charAt(index);
            if (quoted) {
                if (here != quote) {
                    field.append(here);
                } else if (index + 1 < line.length() && line.charAt(index + 1) == quote) {
                    field.append(here);
                    index++;
                } else {
                    quoted = false;
                }
            } else if (here == delimiter) {
                fields.add(field.toString());
                field.setLength(0);
                atStart = true;
                continue;
            } else if (here == quote && atStart) {
                quoted = true;
            } else {
                field.append(here);
            }
            atStart = false;
        }
        fields.add(field.toString());
        return quoted;
    }

    /**
     * The quote that a format with {@code delimiter} has unless a mapping says otherwise; -1 for
     * none.
     */
    static int defaultQuote(int delimiter) {
        return delimiter == '\t' || delimiter == WHITESPACE || delimiter == ' ' ? -1 : '"';
    }

    static boolean isUnsignedNumber(String text) {
        if (text.isEmpty() || text.length() > 20) {
            return false;
        }
        for (int index = 0; index < text.length(); index++) {
            if (text.charAt(index) < '0' || text.charAt(index) > '9') {
                return false;
            }
        }
        return text.length() < 20 || text.compareTo("18446744073709551615") <= 0;
    }

    /** The one of {@code words} that {@code word} is most likely a misspelling of, or null. */
    static @Nullable String nearest(String word, Iterable<String> words) {
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
