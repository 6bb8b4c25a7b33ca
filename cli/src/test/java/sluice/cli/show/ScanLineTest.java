package sluice.cli.show;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ScanLineTest {
    @Test
    void theTimeLeftFollowsFromTheShareDone() {
        ScanLine.Reading quarter = new ScanLine.Reading(0.25, "7 rows");
        assertEquals("hashing  25 %  7 rows  1:30 left", ScanLine.text("hashing", quarter, 30_000));
        assertEquals("hashing  25 %  7 rows", ScanLine.text("hashing", quarter, 900));
        ScanLine.Reading none = new ScanLine.Reading(0, "0 rows");
        assertEquals("hashing  0 %  0 rows", ScanLine.text("hashing", none, 9000));
    }

    @Test
    void withoutATerminalNothingIsShown() {
        StringWriter errors = new StringWriter();
        ScanLine.show(
                        new PrintWriter(errors),
                        false,
                        "hashing",
                        () -> {
                            throw new AssertionError("shown");
                        })
                .close();
        assertEquals("", errors.toString());
    }

    @Test
    void theLineIsRemovedAtTheEnd() {
        StringWriter errors = new StringWriter();
        ScanLine line =
                ScanLine.show(
                        new PrintWriter(errors),
                        true,
                        "hashing",
                        () -> new ScanLine.Reading(0.5, "7 rows"));
        line.close();
        String left = errors.toString().replaceAll("\r\u001b\\[Khash[^\r]*", "");
        assertEquals(errors.toString().isEmpty() ? "" : "\r\u001b[K", left);
    }
}
