package sluice.ingest.layout;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import sluice.ingest.mapping.ToldFormat;

/** Carriage returns alone end lines where one is outside quotes; comments have no quotes. */
class LineEndGuessTest {

    private static boolean areReturns(String text, boolean whole) {
        LineEndGuess guess = new LineEndGuess(ToldFormat.NOTHING.withDelimiter(','), false);
        return guess.areReturns(text.getBytes(US_ASCII), whole);
    }

    @Test
    void aReturnOutsideQuotesEndsALine() {
        assertTrue(areReturns("1,2\r3,4\r5,6", false));
        assertTrue(areReturns("1,\"a\"\r3,4\r5,6", false));
        assertFalse(areReturns("1,\"a\rb\",4", false));
        assertFalse(areReturns("1,2\r\n3,4\r\n", false));
        assertFalse(areReturns("1,2", true));
    }

    @Test
    void aReturnAtTheEndOfAPartMayStandBeforeALineFeed() {
        assertFalse(areReturns("1,2\r", false));
        assertTrue(areReturns("1,2\r", true));
    }

    @Test
    void aQuoteInACommentOpensNothing() {
        assertTrue(areReturns("# from,\"to\r1,2\r3,4", false));
        assertTrue(areReturns("1,2\r% from,\"to\r3,4\r5,6", false));
    }

    @Test
    void aQuoteThatIsNeverClosedHidesNoLineEnd() {
        assertFalse(areReturns("1,\"a\r3,4\r5,6", false));
        assertTrue(areReturns("1,\"a\r3,4\r5,6", true));
    }
}
