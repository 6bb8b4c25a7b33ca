package sluice.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MessageTextTest {
    @Test
    void whatMovesACursorOrHidesTextBecomesAMark() {
        assertEquals("a\ufffd[2J \ufffdé😀", MessageText.shown("a\u001b[2J \u202eé😀"));
        assertEquals("one\n\ttwo", MessageText.shown("one\n\ttwo"));
    }

    /** A terminal would write what follows over the beginning of the line. */
    @Test
    void carriageReturnEndsNoLine() {
        assertEquals("found \"a\ufffdsluice: b\"", MessageText.shown("found \"a\rsluice: b\""));
    }

    @Test
    void longLineLosesItsMiddle() {
        String shown = MessageText.shown("b".repeat(2_000) + "\nend");
        assertTrue(shown.contains("b… (1000 more characters) …b"), shown);
        assertTrue(shown.endsWith("b\nend"), shown);
    }

    @Test
    void joinersAreOfScriptsAndEmoji() {
        assertFalse(MessageText.isHidden(0x200D));
        assertTrue(MessageText.isHidden(0xE0041), "a tag, which no terminal shows");
    }
}
