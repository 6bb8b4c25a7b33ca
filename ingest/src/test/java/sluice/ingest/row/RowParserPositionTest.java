package sluice.ingest.row;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows with one planted fault among good ones: each must be reported, and at its exact place. */
class RowParserPositionTest {
    private static final int BAD_ROWS = 12_000;

    private static final String RELATION =
            "csv id1 id2:people type version visibility delete time:iso text:STRING size:NUMBER"
                    + " open:BOOLEAN";

    private static final int COLUMNS = 10;

    /** For each column what it cannot be. */
    private static final String[][] BAD = {
        {
            "",
            "18446744073709551616",
            "-1",
            "+1",
            "12a",
            "1 1",
            "_1",
            "1.0",
            "\"\"",
            "\"-1\"",
            "99999999999999999999",
            "\0"
        },
        {"", "\"\"", "n".repeat(4097)},
        {"", "18446744073709551616", "-1", "x", "\"1 2\"", "184467440737095516150"},
        {"9223372036854775808", "-9223372036854775809", "1.5", "v", "-", "--1", "\"\n\""},
        {"", "2", "yes", "tru", "-1", "\"truee\"", "01"},
        {"2", "yes", "fals", "10", "\"_\""},
        {
            "",
            "2023-02-29",
            "2024-13-01",
            "2024-01-01T24:00",
            "2024-1-1",
            "yesterday",
            "2024-01-01T00:00+18:01",
            "\"\"\"\""
        },
        {},
        {"01", "1.", ".5", "1e", "NaN", "+1", "0x1", "- 1", "1,5e"},
        {"2", "yes", "T", "nul", "truefalse"},
    };

    private record Expected(long line, long offset, int column) {}

    private final Random random = new Random(20260101);
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final List<Expected> expected = new ArrayList<>();
    private long line = 1;

    @Test
    void everyBadRowIsReportedAtItsPlace() {
        while (expected.size() < BAD_ROWS) {
            for (int good = random.nextInt(4); good > 0; good--) {
                putRow(goodFields());
            }
            putBadRow();
        }
        List<Expected> found = new ArrayList<>();
        Rejects rejects =
                (line, offset, column, cause, row) -> found.add(new Expected(line, offset, column));
        RecordedRows rows = new RecordedRows();
        Relation relation = ScriptRelation.of(RELATION);
        RowParser parser = new RowParser(relation, new NumberedNames(), rows, rejects);
        WindowFeed.random(parser, text.toByteArray(), random);
        assertEquals(expected.size(), parser.rejected());
        assertEquals(rows.events.size(), parser.rows());
        assertEquals(line - 1, parser.lines());
        for (int index = 0; index < expected.size(); index++) {
            assertEquals(expected.get(index), found.get(index), "bad row " + index);
        }
    }

    private String[] goodFields() {
        return new String[] {
            Long.toUnsignedString(random.nextLong()),
            random.nextInt(5) == 0 ? "\"na\"\"me,\n\r\n\"" : "name" + random.nextInt(),
            String.valueOf(random.nextInt(1000)),
            random.nextBoolean() ? "" : String.valueOf(random.nextLong()),
            random.nextBoolean() ? "true" : "0",
            random.nextBoolean() ? "" : "FALSE",
            "2024-02-29T12:00:00.%03d+01:00".formatted(random.nextInt(1000)),
            random.nextInt(5) == 0 ? "\"two\nlines\"" : "t\"e\txt",
            random.nextBoolean() ? "" : "-0.5e+3",
            random.nextBoolean() ? "" : "1",
        };
    }

    private void putBadRow() {
        String[] fields = goodFields();
        int fault = random.nextInt(COLUMNS + 4);
        int column = fault + 1;
        if (fault == 7) {
            column = 1 + random.nextInt(COLUMNS);
            // What follows a closing quote or a carriage return reaches to the line end, so the
            // fields
            // after it are left out.
            fields = Arrays.copyOf(fields, column);
            fields[column - 1] = random.nextBoolean() ? "\"closed\nand\"x" : "re\rturn";
        } else if (fault < COLUMNS) {
            fields[fault] = BAD[fault][random.nextInt(BAD[fault].length)];
            if (fault == 8 && fields[fault].contains(",")) {
                fields[fault] = "\"" + fields[fault] + "\"";
            }
        } else if (fault == COLUMNS) {
            column = 0;
            fields = Arrays.copyOf(fields, 1 + random.nextInt(6));
        } else if (fault == COLUMNS + 1) {
            column = 0;
            fields = Arrays.copyOf(fields, COLUMNS + 2);
            fields[COLUMNS] = random.nextBoolean() ? "" : "e";
            fields[COLUMNS + 1] = "extra";
        } else {
            int first = random.nextInt(COLUMNS);
            int second = random.nextInt(COLUMNS);
            column = COLUMNS + 1;
            for (int spoilt : new int[] {first, second}) {
                String[] bad = spoilt == 7 ? BAD[0] : BAD[spoilt];
                fields[spoilt] = spoilt == 7 ? fields[7] : bad[0];
                column = spoilt == 7 ? column : Math.min(column, spoilt + 1);
            }
            if (column > COLUMNS) {
                fields[0] = "x";
                column = 1;
            }
        }
        expected.add(new Expected(line, text.size(), column));
        putRow(fields);
    }

    private void putRow(String[] fields) {
        String row = String.join(",", fields) + (random.nextInt(3) == 0 ? "\r\n" : "\n");
        text.writeBytes(row.getBytes(StandardCharsets.UTF_8));
        line += row.chars().filter(letter -> letter == '\n').count();
        if (random.nextInt(10) == 0) {
            String noRow = random.nextBoolean() ? "\n" : "# \"comment\r\n";
            text.writeBytes(noRow.getBytes(StandardCharsets.UTF_8));
            line++;
        }
    }
}
