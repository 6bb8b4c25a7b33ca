package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class PlainTableTest {
    @Test
    void namesStandLeftAndNumbersRight() {
        PlainTable table = new PlainTable(1);
        table.row("a", "1");
        table.row("bcd", "2,000");
        StringWriter output = new StringWriter();
        table.print(new PrintWriter(output));
        assertEquals("  a        1\n  bcd  2,000\n", output.toString());
    }

    @Test
    void sizesHaveDecimalUnits() {
        assertEquals("999 B", PlainTable.bytes(999));
        assertEquals("1.0 kB", PlainTable.bytes(1000));
        assertEquals("1.0 MB", PlainTable.bytes(999_999));
        assertEquals("9.2 EB", PlainTable.bytes(Long.MAX_VALUE));
        assertEquals("65535", PlainTable.brief(65_535));
        assertEquals("131k", PlainTable.brief(131_072));
        assertEquals("9E", PlainTable.brief(Long.MAX_VALUE));
    }

    @Test
    void namesCannotMoveTheCursor() {
        assertEquals("a\ufffd[2Jé😀", PlainTable.visible("a\u001b[2Jé😀"));
    }
}
