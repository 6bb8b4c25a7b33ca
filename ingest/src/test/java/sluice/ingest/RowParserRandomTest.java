package sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import sluice.ingest.Column.Role;

/**
 * Compares {@link RowParser} with {@link ReferenceParser} over random relations and texts, cut into random
 * windows. {@code -Dseed=} replays one case, {@code -Dfuzz.seconds=} runs longer.
 */
class RowParserRandomTest {
    private static final long SECONDS = Long.getLong("fuzz.seconds", 3);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TEXTS_MIN = 300;
    private static final int[] LIMITS = {30, 100, 5000, 1 << 24};

    @Test
    void parsesAnyTextAsTheReferenceDoes() throws IOException {
        Long seed = Long.getLong("seed");
        if (seed != null) {
            compare(seed);
            return;
        }
        long first = new Random().nextLong();
        long deadline = System.nanoTime() + SECONDS * 1_000_000_000L;
        Totals totals = new Totals();
        for (long next = first; totals.texts < TEXTS_MIN || System.nanoTime() < deadline; next++) {
            try {
                totals.add(compare(next));
            } catch (Throwable failure) {
                System.out.println("replay with -Dseed=" + next);
                throw failure;
            }
        }
        System.out.println("compared " + totals + ", seeds from " + first);
        assertTrue(totals.rows > 500 && totals.rejected > 500, () -> "too little was compared: " + totals);
    }

    private static final class Totals {
        long texts;
        long rows;
        long rejected;

        void add(RowParser parser) {
            texts++;
            rows += parser.rows();
            rejected += parser.rejected();
        }

        @Override
        public String toString() {
            return texts + " texts, " + rows + " rows, " + rejected + " rejects";
        }
    }

    private static RowParser compare(long seed) throws IOException {
        Random random = new Random(seed);
        Relation relation = new RandomRelations(random).next();
        byte[] text = new RandomText(random, relation).next(random.nextInt(1, 60));
        int dataBytesMax = LIMITS[random.nextInt(LIMITS.length)];
        int rowBytesMax = LIMITS[random.nextInt(LIMITS.length)];

        NumberedNames expectedNames = new NumberedNames();
        ReferenceParser expected = new ReferenceParser(relation, expectedNames, dataBytesMax, rowBytesMax);
        expected.parse(text);

        NumberedNames names = new NumberedNames();
        RecordedRows rows = new RecordedRows();
        RowParser parser = new RowParser(relation, names, rows, rows, dataBytesMax, rowBytesMax);
        try (parser) {
            switch (random.nextInt(3)) {
                case 0 -> WindowFeed.whole(parser, text);
                case 1 -> WindowFeed.cutAt(parser, text, random.nextInt(text.length + 1));
                default -> WindowFeed.random(parser, text, random);
            }
        }
        Supplier<String> about = () -> "seed " + seed + ", " + relation + ", text " + RecordedRows.shown(text);
        assertEquals(String.join("\n", expected.events), String.join("\n", rows.events), about);
        assertEquals(expectedNames.asked, names.asked, about);
        long[] expectedCounts = {expected.lines, expected.rows, expected.rejected, text.length};
        long[] counts = {parser.lines(), parser.rows(), parser.rejected(), parser.bytes()};
        assertEquals(Arrays.toString(expectedCounts), Arrays.toString(counts), about);
        assertTrue(rows.causes.stream().noneMatch(String::isBlank), about);
        checkJson(relation, rows);
        return parser;
    }

    private static void checkJson(Relation relation, RecordedRows rows) throws IOException {
        boolean hasProperties =
                relation.columns().stream().anyMatch(column -> column.role() == Role.PROPERTY);
        for (String event : rows.events) {
            int data = event.indexOf(" data={");
            if (hasProperties && data >= 0) {
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
            int value = escaped ? Integer.parseInt(shown, index + 2, index + 4, 16) : shown.charAt(index);
            bytes[count++] = (byte) value;
            index += escaped ? 3 : 0;
        }
        return Arrays.copyOf(bytes, count);
    }
}
