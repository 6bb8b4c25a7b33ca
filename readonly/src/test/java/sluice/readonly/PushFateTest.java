package sluice.readonly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How the command of a push learns its end, also if the record of the push is gone by then. */
class PushFateTest {
    private static final Push PUSH =
            new Push(1, 1, 2, Push.State.NEW, 9, 0, List.of(), 0, false, "");
    private static final Decision SERVES_4 = Decision.NONE.under(1).committed(4, Map.of(), 1, 5);

    private static PushFate fate(Decision decision, List<Push> pushes, boolean wasCommitted) {
        TreeMap<Integer, Held<Push>> held = new TreeMap<>();
        pushes.forEach(push -> held.put(push.version(), new Held<>(1, push)));
        return PushFate.of(
                new RingView(
                        new Held<>(9, decision),
                        Optional.empty(),
                        new TreeMap<>(),
                        held,
                        Map.of(),
                        Set.of(),
                        Map.of()),
                PUSH,
                wasCommitted);
    }

    @Test
    void aRecordTells() {
        Push late = PUSH.in(Push.State.DONE, 0, "not yet served by a");
        assertEquals(
                new PushFate(Push.State.DONE, "not yet served by a"),
                fate(SERVES_4, List.of(late), false));
    }

    @Test
    void theDecisionKeepsWhyAPushWasGivenUpThatIsForgotten() {
        assertEquals(
                new PushFate(Push.State.ABORTED, "it is older"),
                fate(SERVES_4.refusing(1, "it is older"), List.of(), false));
    }

    @Test
    void aPushWithoutARecordIsDoneOnlyIfItsVersionWasServed() {
        assertEquals(Push.State.ABORTED, fate(SERVES_4, List.of(), false).state());
        assertEquals(Push.State.DONE, fate(SERVES_4, List.of(), true).state());
        Decision kept = SERVES_4.committed(1, Map.of(), 1, 6);
        assertEquals(Push.State.DONE, fate(kept, List.of(), false).state());
    }

    @Test
    void thePushOfAnotherCommandIsNotThisOne() {
        Push next = new Push(1, 1, 3, Push.State.FETCHING, 9, 0, List.of(), 0, false, "");
        assertEquals(Push.State.ABORTED, fate(SERVES_4, List.of(next), false).state());
    }
}
