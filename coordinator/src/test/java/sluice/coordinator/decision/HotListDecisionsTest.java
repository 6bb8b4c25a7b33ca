package sluice.coordinator.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

/** Which lists are copied, held and dropped, step by step and in random schedules. */
class HotListDecisionsTest {
    private static final long HALF_LIFE = 1000;
    private static final HotListOptions OPTIONS = new HotListOptions(100, HALF_LIFE, 4);

    private final HotListDecisions decisions = new HotListDecisions(OPTIONS);

    private static ListKey list(long id1) {
        return new ListKey(id1, 1);
    }

    private List<HotListAction> ask(long now, long id1, long times) {
        return decisions.step(new HotListEvent.Asked(now, list(id1), times));
    }

    private List<HotListAction> tick(long now) {
        return decisions.step(new HotListEvent.Tick(now));
    }

    private List<HotListAction> measured(long now, long id1, long bytes) {
        return decisions.step(new HotListEvent.Measured(now, list(id1), bytes));
    }

    private static HotListAction copy(long id1) {
        return new HotListAction.Copy(list(id1));
    }

    private static HotListAction hold(long id1) {
        return new HotListAction.Hold(list(id1));
    }

    private static HotListAction drop(long id1) {
        return new HotListAction.Drop(list(id1));
    }

    /** Has a list held that was asked for so often. */
    private void held(long now, long id1, long times, long bytes) {
        ask(now, id1, times);
        assertTrue(tick(now).contains(copy(id1)));
        assertEquals(List.of(hold(id1)), measured(now, id1, bytes));
    }

    @Test
    void aListIsCopiedOnceItWasAskedForOftenEnough() {
        assertEquals(List.of(), ask(0, 7, 3));
        assertEquals(List.of(), tick(0));
        ask(0, 7, 1);
        assertEquals(List.of(copy(7)), tick(0));
        assertEquals(List.of(hold(7)), measured(0, 7, 60));
        assertEquals(60, decisions.heldBytes());
        assertEquals(List.of(), tick(0));
    }

    @Test
    void aQuestionCountsHalfAfterAHalfLife() {
        ask(0, 7, 6);
        assertEquals(List.of(), ask(HALF_LIFE, 8, 3));
        assertEquals(List.of(), tick(HALF_LIFE));
        ask(HALF_LIFE, 7, 1);
        assertEquals(List.of(copy(7)), tick(HALF_LIFE));
    }

    @Test
    void theHottestIsCopiedFirst() {
        ask(0, 1, 5);
        ask(0, 2, 50);
        ask(0, 3, 10);
        assertEquals(List.of(copy(2), copy(3), copy(1)), tick(0));
    }

    @Test
    void aListThatHasCooledLeaves() {
        held(0, 7, 4, 60);
        assertEquals(List.of(), tick(3 * HALF_LIFE));
        assertEquals(List.of(drop(7)), tick(3 * HALF_LIFE + 10));
        assertEquals(0, decisions.heldBytes());
        assertEquals(0, decisions.heldCount());
    }

    @Test
    void whereThereIsNoRoomItMustBeTwiceAsHotAsAllThatGiveWay() {
        held(0, 1, 10, 50);
        held(0, 2, 20, 50);
        ask(0, 3, 25);
        // For one byte it would take the place of list 1 alone; then it turns out to be large.
        assertEquals(List.of(copy(3)), tick(0));
        assertEquals(List.of(), measured(0, 3, 80));
        ask(0, 4, 20);
        assertEquals(List.of(copy(4)), tick(0));
        assertEquals(List.of(drop(1), hold(4)), measured(0, 4, 40));
        assertEquals(90, decisions.heldBytes());
        ask(0, 3, 60);
        assertEquals(List.of(), tick(0));
        assertEquals(List.of(copy(3)), tick(HALF_LIFE));
    }

    @Test
    void whatIsLargerThanTheBudgetIsNeverHeld() {
        ask(0, 7, 1000);
        assertEquals(List.of(copy(7)), tick(0));
        assertEquals(List.of(), measured(0, 7, 101));
        assertEquals(List.of(), tick(2 * HALF_LIFE));
    }

    @Test
    void whatWasRefusedIsTriedAgainWhenItMayBe() {
        ask(0, 7, 100);
        assertEquals(List.of(copy(7)), tick(0));
        decisions.step(new HotListEvent.Refused(0, list(7), 500));
        assertEquals(List.of(), tick(499));
        assertEquals(List.of(copy(7)), tick(500));
        // Of this copy nothing was heard.
        assertEquals(List.of(copy(7)), tick(501));
    }

    @Test
    void whatIsFoundIsKeptWithinTheBudget() {
        assertEquals(List.of(), decisions.step(new HotListEvent.Found(0, list(1), 60)));
        assertEquals(List.of(drop(2)), decisions.step(new HotListEvent.Found(0, list(2), 60)));
        assertEquals(60, decisions.heldBytes());
        decisions.step(new HotListEvent.Lost(1, list(1)));
        assertEquals(0, decisions.heldBytes());
    }

    @Test
    void listsThatCannotBeHeldDoNotStandBeforeOthers() {
        for (long id1 = 1; id1 <= 3000; id1++) {
            ask(0, id1, 100);
        }
        ask(0, 9999, 40);
        List<Long> copied = new ArrayList<>();
        for (long now = 0; now < 60; now++) {
            for (HotListAction action : tick(now)) {
                copied.add(action.list().id1());
                decisions.step(new HotListEvent.Refused(now, action.list(), Long.MAX_VALUE));
            }
        }
        assertTrue(copied.contains(9999L), "only %d were looked at".formatted(copied.size()));
        assertEquals(3001, copied.size(), "each once");
    }

    @Test
    void listsThatAreNotWorthItDoNotStandBeforeOthers() {
        held(0, 7777, 1000, 90);
        for (long id1 = 1; id1 <= 3000; id1++) {
            ask(0, id1, 100);
        }
        for (long now = 0; now < 60; now++) {
            for (HotListAction action : tick(now)) {
                assertEquals(List.of(), measured(now, action.list().id1(), 50));
            }
        }
        ask(HALF_LIFE + 60, 9999, 40);
        boolean copied = false;
        for (long now = HALF_LIFE + 60; now < HALF_LIFE + 70; now++) {
            copied |= tick(now).contains(copy(9999));
        }
        assertTrue(copied);
    }

    @Test
    void withoutABudgetNothingIsCopied() {
        HotListDecisions none = new HotListDecisions(HotListOptions.ofBytes(0));
        none.step(new HotListEvent.Asked(0, list(1), 1000));
        assertEquals(List.of(), none.step(new HotListEvent.Tick(0)));
        assertEquals(List.of(drop(2)), none.step(new HotListEvent.Found(0, list(2), 1)));
    }

    @Test
    void schedulesKeepTheBudgetAndLetAllLeaveInTheEnd() {
        Seeds.each(200, HotListDecisionsTest::run);
    }

    /** A random schedule; the world does what it is told, late, wrongly or not at all. */
    private static void run(SplittableRandom random) {
        HotListOptions options =
                new HotListOptions(
                        random.nextInt(1, 2000), random.nextInt(10, 5000), random.nextInt(1, 10));
        HotListDecisions decisions = new HotListDecisions(options);
        HotListDecisions twin = new HotListDecisions(options);
        Map<ListKey, Long> held = new HashMap<>();
        long now = 0;
        for (int i = 0; i < 2000; i++) {
            now += random.nextInt(5) == 0 ? random.nextInt(100) : 0;
            ListKey list = list(random.nextInt(1 + random.nextInt(40)));
            HotListEvent event =
                    switch (random.nextInt(10)) {
                        case 0 -> new HotListEvent.Lost(now, list);
                        case 1, 2, 3 -> new HotListEvent.Tick(now);
                        default -> new HotListEvent.Asked(now, list, 1 + random.nextInt(3));
                    };
            if (event instanceof HotListEvent.Lost) {
                held.remove(list);
            }
            step(decisions, twin, event, held, options, random);
        }
        for (int i = 0; i < 10; i++) {
            now += 4 * options.halfLifeNanos();
            step(decisions, twin, new HotListEvent.Tick(now), held, options, random);
        }
        assertEquals(Map.of(), held);
    }

    private static void step(
            HotListDecisions decisions,
            HotListDecisions twin,
            HotListEvent event,
            Map<ListKey, Long> held,
            HotListOptions options,
            SplittableRandom random) {
        List<HotListAction> actions = decisions.step(event);
        assertEquals(actions, twin.step(event), "the same events, other actions");
        for (HotListAction action : actions) {
            switch (action) {
                case HotListAction.Drop drop ->
                        assertTrue(held.remove(drop.list()) != null, "was not held: " + drop);
                case HotListAction.Hold hold -> {
                    assertTrue(event instanceof HotListEvent.Measured, "was not measured: " + hold);
                    long bytes = ((HotListEvent.Measured) event).bytes();
                    assertTrue(held.put(hold.list(), bytes) == null, "was held: " + hold);
                }
                case HotListAction.Copy copy -> {
                    assertFalse(held.containsKey(copy.list()), "is held: " + copy);
                    assertTrue(event instanceof HotListEvent.Tick);
                    long now = event.atNanos();
                    HotListEvent next =
                            switch (random.nextInt(6)) {
                                case 0 ->
                                        new HotListEvent.Refused(
                                                now, copy.list(), now + random.nextInt(100));
                                case 1 -> new HotListEvent.Asked(now, copy.list(), 1);
                                default ->
                                        new HotListEvent.Measured(
                                                now, copy.list(), 1 + random.nextInt(700));
                            };
                    step(decisions, twin, next, held, options, random);
                }
            }
        }
        long bytes = held.values().stream().mapToLong(Long::longValue).sum();
        assertEquals(bytes, decisions.heldBytes());
        assertEquals(held.size(), decisions.heldCount());
        assertTrue(bytes <= options.bytesMax(), "%d bytes are held".formatted(bytes));
    }
}
