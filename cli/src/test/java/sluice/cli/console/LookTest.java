package sluice.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LookTest {
    private static final Map<String, String> USUAL =
            Map.of("TERM", "xterm-256color", "LANG", "en_GB.UTF-8");

    @Test
    void aTerminalIsDrawnLiveAndInColour() {
        assertEquals(new Look(true, true, true), Look.of(true, USUAL));
    }

    @Test
    void aPipeGetsPlainText() {
        assertEquals(new Look(false, true, false), Look.of(false, USUAL));
    }

    @Test
    void noColorIsRespectedUnlessItIsEmpty() {
        assertEquals(
                new Look(true, false, false),
                Look.of(true, Map.of("TERM", "xterm", "NO_COLOR", "1")));
        assertEquals(
                new Look(true, false, true),
                Look.of(true, Map.of("TERM", "xterm", "NO_COLOR", "")));
    }

    @Test
    void aTerminalThatCannotMoveItsCursorIsNotLive() {
        assertEquals(new Look(false, false, false), Look.of(true, Map.of("TERM", "dumb")));
        assertEquals(new Look(false, false, false), Look.of(true, Map.of()));
    }

    @Test
    void theStrongestLocaleDecidesOnUnicode() {
        assertEquals(
                new Look(false, false, false),
                Look.of(false, Map.of("LC_ALL", "C", "LANG", "en_GB.UTF-8")));
        assertEquals(
                new Look(false, true, false),
                Look.of(false, Map.of("LC_ALL", "", "LC_CTYPE", "C.utf8", "LANG", "C")));
    }
}
