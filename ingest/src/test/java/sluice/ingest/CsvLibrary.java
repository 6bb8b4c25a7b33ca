package sluice.ingest;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;

/** Cuts a text into fields with Commons CSV, where that has the same rules. */
final class CsvLibrary {
    /** It trims other blanks than ours, and ends rows at carriage returns that we count as one. */
    private static final Pattern OTHER_RULES = Pattern.compile("[\t\u000b\f\u001c-\u001f]");

    private CsvLibrary() {}

    /** Whether the library must cut {@code part} as we do. */
    static boolean reads(SlowSource.Part part) {
        SlowReader.Rules rules = part.rules();
        boolean faulty =
                part.items().stream().anyMatch(item -> item.kind() == SlowReader.Kind.FAULTY);
        boolean blanks = rules.trim() && OTHER_RULES.matcher(part.text()).find();
        return !faulty
                && !blanks
                && !rules.blanks()
                && rules.escape() < 0
                && !part.text().contains("\r\r");
    }

    /** The rows of {@code part}, or rather what is made of their fields; null for rejected ones. */
    static List<String> rows(SlowSource.Part part) throws IOException {
        SlowReader.Rules rules = part.rules();
        CSVFormat format =
                CSVFormat.RFC4180
                        .builder()
                        .setDelimiter(rules.delimiter())
                        .setQuote(rules.quote() < 0 ? null : (Character) (char) rules.quote())
                        .setCommentMarker(
                                rules.comment() < 0 ? null : (Character) (char) rules.comment())
                        .setIgnoreSurroundingSpaces(rules.trim())
                        .setIgnoreEmptyLines(true)
                        .setNullString(rules.missing())
                        .setQuoteMode(QuoteMode.ALL_NON_NULL)
                        .get();
        String text = part.text();
        for (int line = 0; line < rules.skip(); line++) {
            int end = text.indexOf('\n');
            text = end < 0 ? "" : text.substring(end + 1);
        }
        List<String> rows = new ArrayList<>();
        try (CSVParser parser = CSVParser.parse(new StringReader(text), format)) {
            boolean header = rules.header();
            for (CSVRecord row : parser) {
                if (header) {
                    header = false;
                    continue;
                }
                List<SlowReader.Field> fields = new ArrayList<>();
                for (String value : row) {
                    boolean absent = value == null && rules.missing() != null;
                    String found = value == null ? rules.missing() : value;
                    fields.add(new SlowReader.Field(found == null ? "" : found, !absent));
                }
                String words = part.rows().row(fields);
                if (words != null) {
                    rows.add(words);
                }
            }
        }
        return rows;
    }
}
