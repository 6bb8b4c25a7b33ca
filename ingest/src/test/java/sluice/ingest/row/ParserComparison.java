package sluice.ingest.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import sluice.ingest.row.Column.Role;

/**
 * Parses one text with {@link RowParser}, in windows cut at random, and with {@link
 * ReferenceParser}; throws when they differ in a row, a reject, a name or a count. Holds how much
 * there was to compare.
 */
record ParserComparison(long rows, long rejected) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int[] LIMITS = {30, 100, 5000, 1 << 24};

    static ParserComparison of(String label, Relation relation, byte[] text, Random random)
            throws IOException {
        int dataBytesMax = LIMITS[random.nextInt(LIMITS.length)];
        int rowBytesMax = LIMITS[random.nextInt(LIMITS.length)];
        NumberedNames expectedNames = new NumberedNames();
        ReferenceParser expected =
                new ReferenceParser(relation, expectedNames, dataBytesMax, rowBytesMax);
        expected.parse(text);

        NumberedNames names = new NumberedNames();
        RecordedRows rows = new RecordedRows();
        RowParser parser = new RowParser(relation, names, rows, rows, dataBytesMax, rowBytesMax);
        switch (random.nextInt(3)) {
            case 0 -> WindowFeed.whole(parser, text);
            case 1 -> WindowFeed.cutAt(parser, text, random.nextInt(text.length + 1));
            default -> WindowFeed.random(parser, text, random);
        }
        Supplier<String> about =
                () -> label + ", " + relation + ", text " + RecordedRows.shown(text);
        assertEquals(String.join("\n", expected.events), String.join("\n", rows.events), about);
        assertEquals(expectedNames.asked, names.asked, about);
        long[] expectedCounts = {expected.lines, expected.rows, expected.rejected, text.length};
        long[] counts = {parser.lines(), parser.rows(), parser.rejected(), parser.bytes()};
        assertEquals(Arrays.toString(expectedCounts), Arrays.toString(counts), about);
        assertTrue(rows.causes.stream().noneMatch(String::isBlank), about);
        checkJson(relation, rows);
        return new ParserComparison(parser.rows(), parser.rejected());
    }

    private static void checkJson(Relation relation, RecordedRows rows) throws IOException {
        boolean hasProperties =
                relation.columns().stream().anyMatch(column -> column.role() == Role.PROPERTY);
        for (String event : rows.events) {
            int data = event.indexOf(" data={");
            if (hasProperties && event.startsWith("row") && data >= 0) {
                assertTrue(JSON.readTree(bytes(event.substring(data + 6))).isObject(), event);
            }
        }
    }

    /** The bytes that {@link RecordedRows#shown} made into text. */
    private static byte[] bytes(String shown) {
        byte[] bytes = new byte[shown.length()];
        int count = 0;
        for (int index = 0; index < shown.length(); index++) {
            boolean escaped = shown.charAt(index) == '\\';
            int value =
                    escaped
                            ? Integer.parseInt(shown, index + 2, index + 4, 16)
                            : shown.charAt(index);
            bytes[count++] = (byte) value;
            index += escaped ? 3 : 0;
        }
        return Arrays.copyOf(bytes, count);
    }
}
