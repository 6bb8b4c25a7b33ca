package sluice.cli.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DegreePlotTest {
    @Test
    void eachPowerOfTwoHasALine() {
        assertEquals(
                """
                              1           1,000  ########################################
                            2-3               0
                            4-7               1  ####
                """,
                print(List.of(1000L, 0L, 1L), false));
    }

    @Test
    void barsEndInEighths() {
        assertEquals("█".repeat(40), DegreePlot.bar(7, 7, true));
        assertEquals("█".repeat(13) + "▍", DegreePlot.bar(1, 7, true));
        assertEquals("", DegreePlot.bar(0, 7, true));
        assertEquals("#", DegreePlot.bar(1, Long.MAX_VALUE, false));
    }

    @Test
    void linesFitEightyColumnsWhateverTheCounts() {
        List<Long> degrees = new ArrayList<>(Collections.nCopies(63, 99_999_999_999L));
        for (boolean unicode : List.of(true, false)) {
            print(degrees, unicode).lines().forEach(line -> assertTrue(line.length() <= 80, line));
        }
    }

    @Test
    void asciiHasNoOtherCharacters() {
        assertTrue(print(List.of(5L, 6L, 7L), false).chars().allMatch(here -> here < 128));
    }

    private static String print(List<Long> degrees, boolean unicode) {
        StringWriter output = new StringWriter();
        DegreePlot.print(new PrintWriter(output), degrees, unicode);
        return output.toString();
    }
}
