package sluice.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class RedrawnLineTest {
    @Test
    void whatWasDrawnIsRemovedOnce() {
        StringWriter terminal = new StringWriter();
        RedrawnLine line = new RedrawnLine(new PrintWriter(terminal));
        line.draw("one");
        line.draw("two");
        line.clear();
        line.clear();
        assertEquals("\r\u001b[Kone\r\u001b[Ktwo\r\u001b[K", terminal.toString());
    }

    @Test
    void nothingIsRemovedWhereNothingWasDrawn() {
        StringWriter terminal = new StringWriter();
        new RedrawnLine(new PrintWriter(terminal)).clear();
        assertEquals("", terminal.toString());
    }
}
