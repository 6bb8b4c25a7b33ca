package sluice.ingest.row;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.RowSink;

/** What a caller of {@link RowParser} relies on, at the limits that hold outside of tests. */
class RowParserTest {
    private static final int WINDOW_BYTES = 1 << 20;

    private final List<String> outcome = new ArrayList<>();
    private final Rejects rejects =
            (line, offset, column, cause, row) ->
                    outcome.add(
                            "reject %d %d %d %s, %d bytes"
                                    .formatted(line, offset, column, cause, row.length));
    private final RowSink sink =
            (id1, _, id2, _, _, _, _, _, dataLength) ->
                    outcome.add("row %d %d, %d bytes".formatted(id1, id2, dataLength));

    @Test
    void takesTheLongestDataAndRejectsLongerOne() {
        String longest = "x".repeat(RowSink.DATA_BYTES_MAX);
        parse("1,2," + longest + "\n3,4," + longest + "x\n5,6,\n");
        long second = RowSink.DATA_BYTES_MAX + 5;
        assertEquals(
                List.of(
                        "row 1 2, 16777216 bytes",
                        "reject 2 "
                                + second
                                + " 3 data is longer than 16777216 bytes, 1048576 bytes",
                        "row 5 6, 0 bytes"),
                outcome);
    }

    @Test
    void rejectsAnOverlongRowOnceAndTakesTheNext() {
        parse("1,2,a\n3,4," + "x".repeat(3 * RowParser.ROW_BYTES_MAX) + "\n5,6,\n");
        assertEquals(
                List.of(
                        "row 1 2, 1 bytes",
                        "reject 2 6 0 row is longer than 16842752 bytes (16 MiB of data and 64"
                                + " KiB), 1048576 bytes",
                        "row 5 6, 0 bytes"),
                outcome);
    }

    @Test
    void aStrayQuoteDoesNotSwallowTheFile() {
        parse("1,2,\"stray\n3,4,a\n" + "5,6,b\n".repeat(3_000_000));
        assertEquals(
                "reject 1 0 3 quote is not closed within 16842752 bytes, 10 bytes",
                outcome.getFirst());
        assertEquals(3_000_002, outcome.size());
        assertEquals("row 5 6, 1 bytes", outcome.getLast());
    }

    @Test
    void returnsWhereTheRowBeganThatIsNotWhole() {
        RowParser parser = parser();
        byte[] window = "1,2,a\n3,4,".getBytes(StandardCharsets.US_ASCII);
        assertEquals(6, parser.parse(window, 0, 10, false));
        assertEquals(6, parser.parse(window, 6, 10, false));
        assertEquals(6, parser.bytes());
        assertEquals(10, parser.parse(window, 6, 10, true));
        assertEquals(10, parser.bytes());
        assertEquals(List.of("row 1 2, 1 bytes", "row 3 4, 0 bytes"), outcome);
    }

    @Test
    void takesNothingFromNoBytes() {
        RowParser parser = parser();
        assertEquals(0, parser.parse(new byte[0], 0, 0, false));
        assertEquals(0, parser.parse(new byte[0], 0, 0, true));
        assertEquals(0, parser.lines());
        assertEquals(List.of(), outcome);
    }

    private RowParser parser() {
        return new RowParser(
                ScriptRelation.of("csv id1 id2 type=1 data"), new NumberedNames(), sink, rejects);
    }

    /** As a source does: windows of 1 MiB, twice as long while no row fits. */
    private void parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        RowParser parser = parser();
        int from = 0;
        int windowBytes = WINDOW_BYTES;
        while (from < bytes.length) {
            int to = Math.min(bytes.length, from + windowBytes);
            int next = parser.parse(bytes, from, to, to == bytes.length);
            windowBytes = next == from ? 2 * windowBytes : WINDOW_BYTES;
            from = next;
        }
        assertEquals(bytes.length, parser.bytes());
        assertEquals(text.chars().filter(letter -> letter == '\n').count(), parser.lines());
    }
}
