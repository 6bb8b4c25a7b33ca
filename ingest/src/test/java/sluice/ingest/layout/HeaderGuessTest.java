package sluice.ingest.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which columns of a header are taken for the ends of a link. */
class HeaderGuessTest {
    /** Far more columns than a table has: such lines are in files that are no text. */
    private static final int MANY = 100_000;

    @Test
    void theOnlyPairIsTaken() {
        assertEquals(new HeaderGuess.Pair(1, 2), HeaderGuess.pair(List.of("at", "From", "to")));
        assertEquals(new HeaderGuess.Pair(2, 0), HeaderGuess.pair(List.of("TO", "at", "from")));
        assertNull(HeaderGuess.pair(List.of("from", "to", "source", "target")));
        assertNull(HeaderGuess.pair(List.of("from", "at")));
    }

    @Test
    void pairsComeInTheOrderOfTheirColumns() {
        assertEquals(
                List.of(new HeaderGuess.Pair(0, 1), new HeaderGuess.Pair(0, 2)),
                HeaderGuess.pairs(List.of("src", "tgt", "dst", "src")));
        assertEquals(
                List.of(new HeaderGuess.Pair(0, 2), new HeaderGuess.Pair(1, 2)),
                HeaderGuess.pairs(List.of("u", "u", "v")));
    }

    /** All pairs would not fit into memory, nor could they be looked for one by one. */
    @Test
    void aLineOfManyColumnsIsReadOnce() {
        List<String> both =
                Stream.of("u", "v")
                        .flatMap(name -> Collections.nCopies(MANY, name).stream())
                        .toList();
        assertEquals(
                List.of(new HeaderGuess.Pair(0, MANY), new HeaderGuess.Pair(0, MANY + 1)),
                HeaderGuess.pairs(both));
        assertNull(HeaderGuess.pair(Collections.nCopies(MANY, "u")));
        assertNull(HeaderGuess.pair(Collections.nCopies(MANY, "")));
    }
}
