package sluice.readonly.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FailureDetectorTest {
    private final FailureDetector detector = new FailureDetector(0);

    @Test
    void tenUnreachableInARowAreDownAndOneAnswerIsUp() {
        for (int i = 1; i <= FailureDetector.ERRORS_IN_A_ROW; i++) {
            assertFalse(detector.isDown(), "after " + (i - 1));
            detector.failed(true, 1);
        }
        assertTrue(detector.isDown());
        assertFalse(detector.takeProbe(2));
        assertTrue(detector.takeProbe(1 + FailureDetector.PROBE_MILLIS), "a probe");
        assertFalse(detector.takeProbe(1 + FailureDetector.PROBE_MILLIS), "a second probe");
        detector.answered(1, 20_000);
        assertFalse(detector.isDown());
        assertFalse(detector.takeProbe(40_000), "one that is up is not probed");
    }

    @Test
    void anAnswerBetweenResetsTheRow() {
        for (int i = 0; i < 25; i++) {
            detector.failed(true, 1);
            detector.answered(1, 1);
        }
        assertFalse(detector.isDown());
    }

    @Test
    void aBadShareIsDownAfterThirtyFailures() {
        for (int i = 0; i < 400; i++) {
            detector.answered(1, 1);
        }
        for (int i = 0; i < 29; i++) {
            detector.failed(false, 2);
        }
        assertFalse(detector.isDown(), "29 of 429");
        detector.answered(FailureDetector.SLOW_MILLIS + 1, 2);
        detector.failed(false, 2);
        assertTrue(detector.isDown(), "31 of 431, one of them slow");
    }

    @Test
    void hedgesAreOneInTwenty() {
        HedgeBudget budget = new HedgeBudget();
        int taken = 0;
        for (int i = 0; i < 2000; i++) {
            budget.answered(i % 100 < 95 ? 2_000_000 : 200_000_000);
            taken += budget.take() ? 1 : 0;
        }
        assertEquals(100, taken);
        assertTrue(budget.delayNanos() >= 2_000_000, budget.delayNanos() + " ns");
    }
}
