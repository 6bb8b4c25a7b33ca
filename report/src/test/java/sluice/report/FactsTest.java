package sluice.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import sluice.report.Facts.Unit;

class FactsTest {
    private static Facts facts() {
        return new Facts()
                .add("links", "links", 12_000L, Unit.COUNT, "hidden ones too")
                .add("run_bytes", "runs", 1_500_000L, Unit.BYTES)
                .addSome("names", "names", 0, Unit.COUNT)
                .add("seconds", "time", 1.23456, Unit.SECONDS)
                .add("buckets", "", 7, Unit.COUNT)
                .add("", "bytes per link", 3.25, Unit.PLAIN);
    }

    @Test
    void aTableHasTitlesValuesAndNotes() {
        assertEquals(
                """
                  links            12,000  hidden ones too
                  runs            1.50 MB
                  time             1.23 s
                  bytes per link      3.3
                """,
                facts().table().text());
    }

    @Test
    void otherFactsOfTheSameNamesStandBeside() {
        TextTable table = TextTable.ofAmounts(2);
        facts().addTo(table, new Facts().add("seconds", "", 2.0, Unit.SECONDS));
        assertEquals(
                """
                  links            12,000          hidden ones too
                  runs            1.50 MB
                  time             1.23 s  2.00 s
                  bytes per link      3.3
                """,
                table.text());
    }

    @Test
    void markdownHasTheSameRows() {
        assertEquals(
                """
                | what | value | note |
                |---|---:|---|
                | links | 12,000 | hidden ones too |
                | runs | 1.50 MB |  |
                | time | 1.23 s |  |
                | bytes per link | 3.3 |  |
                """,
                facts().markdown("what", "value", "note"));
    }

    @Test
    void jsonHasBareNumbersAndAlsoWhatTablesLeaveOut() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            facts().write(json);
            json.writeEndObject();
        }
        assertEquals(
                "{\"links\":12000,\"run_bytes\":1500000,\"names\":0,\"seconds\":1.235,\"buckets\":7}",
                text.toString());
    }
}
