package sluice.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;

class LineWordsTest {
    @Test
    void blanksPartWords() {
        assertEquals(List.of("count", "17", "4"), LineWords.of("  count\t17   4 "));
        assertEquals(List.of(), LineWords.of("  "));
    }

    @Test
    void quotesAndBackslashesKeepBlanks() {
        assertEquals(List.of("node", "Person:Ann Lee"), LineWords.of("node 'Person:Ann Lee'"));
        assertEquals(List.of("node", "Person:Ann Lee"), LineWords.of("node Person:Ann\\ Lee"));
        assertEquals(List.of("a\"b", "c\\d", ""), LineWords.of("\"a\\\"b\" 'c\\d' ''"));
        assertEquals(List.of("ab"), LineWords.of("\"a\"'b'"));
    }

    @Test
    void whatIsNotClosedIsRefused() {
        assertThrows(SluiceException.class, () -> LineWords.of("node 'Ann"));
        assertThrows(SluiceException.class, () -> LineWords.of("node Ann\\"));
    }

    @Test
    void wordsAreQuotedForTheShell() {
        assertEquals("Person:933", LineWords.quoted("Person:933"));
        assertEquals("'a b'", LineWords.quoted("a b"));
        assertEquals("'it'\\''s'", LineWords.quoted("it's"));
    }
}
