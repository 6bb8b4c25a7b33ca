package sluice.readonly.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.readonly.route.Attempts.Next.Ask;
import sluice.readonly.route.Attempts.Next.Await;
import sluice.readonly.route.Attempts.Next.NoneLeft;
import sluice.readonly.route.Attempts.Next.TooLate;

/** When a read asks which replica; all times are given. The deadline is 1000 ns, a hedge 100. */
class AttemptsTest {
    private static final long DEADLINE = 1000;
    private static final long HEDGE = 100;

    private boolean mayHedge;

    private static Attempts attempts(String... nodes) {
        return new Attempts(List.of(nodes), null, DEADLINE, DEADLINE);
    }

    private Attempts.Next next(Attempts attempts, long now) {
        return attempts.next(now, HEDGE, () -> mayHedge);
    }

    @Test
    void aReplicaThatFailsIsReplacedAtOnceAndTheLastOneEndsTheRound() {
        Attempts attempts = attempts("a", "b");
        assertEquals(new Ask("a", null), next(attempts, 0));
        attempts.failed();
        assertEquals(new Ask("b", null), next(attempts, 1));
        assertEquals(new Await(DEADLINE - 2), next(attempts, 2));
        attempts.failed();
        assertInstanceOf(NoneLeft.class, next(attempts, 3));
    }

    @Test
    void aSecondReplicaIsAskedBesideASlowOneWhereTheBudgetAllows() {
        mayHedge = true;
        Attempts attempts = attempts("a", "b", "c");
        next(attempts, 0);
        assertEquals(new Await(HEDGE), next(attempts, 0));
        assertEquals(new Ask("b", null), next(attempts, HEDGE));
        assertEquals(new Await(DEADLINE / 4), next(attempts, HEDGE));
    }

    /** The budget is for reads that are slow; one that is not answered at all must go on. */
    @Test
    void aSilentReplicaIsGivenNoMoreThanASliceOfTheDeadline() {
        Attempts attempts = attempts("a", "b", "c");
        next(attempts, 0);
        assertEquals(new Await(HEDGE), next(attempts, 0));
        assertEquals(new Await(DEADLINE / 4 - HEDGE), next(attempts, HEDGE), "no budget");
        assertEquals(new Ask("b", "a"), next(attempts, 250));
        assertEquals(new Await(250), next(attempts, 250));
        assertEquals(new Ask("c", "b"), next(attempts, 500));
        assertEquals(new Await(499), next(attempts, 501));
        assertInstanceOf(TooLate.class, next(attempts, DEADLINE));
    }

    /** The slow one may still answer: the read ends with the first answer, or its deadline. */
    @Test
    void aReadWaitsForASlowReplicaThoughAllOthersHaveFailed() {
        Attempts attempts = attempts("a", "b");
        next(attempts, 0);
        next(attempts, 250);
        attempts.failed();
        assertEquals(new Await(700), next(attempts, 300));
    }

    @Test
    void aNodeThatMayBeUpAgainIsAskedBesideTheFirstAndOnlyOnce() {
        Attempts attempts = new Attempts(List.of("a", "b"), "b", DEADLINE, DEADLINE);
        assertEquals(new Ask("a", null), next(attempts, 0));
        assertEquals(new Ask("b", null), next(attempts, 0));
        attempts.failed();
        assertEquals(new Await(DEADLINE - 1), next(attempts, 1));
        attempts.failed();
        assertInstanceOf(NoneLeft.class, next(attempts, 2));
    }

    @Test
    void aNodeThatIsDownIsTheLastResort() {
        Attempts attempts = new Attempts(List.of("a"), "a", DEADLINE, DEADLINE);
        assertEquals(new Ask("a", null), next(attempts, 0));
        assertEquals(new Await(DEADLINE - 1), next(attempts, 1));
    }
}
