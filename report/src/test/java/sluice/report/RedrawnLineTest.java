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
    void secondLineIsDrawnUnderTheFirstAndRemovedWithIt() {
        StringWriter terminal = new StringWriter();
        RedrawnLine line = new RedrawnLine(new PrintWriter(terminal));
        line.draw("one", "under");
        line.draw("two", "below");
        line.draw("three", "");
        line.clear();
        assertEquals(
                "\r\u001b[K\nunder\u001b[A\rone"
                        + "\r\u001b[J\nbelow\u001b[A\rtwo"
                        + "\r\u001b[Jthree"
                        + "\r\u001b[K",
                terminal.toString());
    }

    @Test
    void nothingIsRemovedWhereNothingWasDrawn() {
        StringWriter terminal = new StringWriter();
        new RedrawnLine(new PrintWriter(terminal)).clear();
        assertEquals("", terminal.toString());
    }
}
