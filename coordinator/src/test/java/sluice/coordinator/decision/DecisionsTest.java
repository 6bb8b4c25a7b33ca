package sluice.coordinator.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.coordinator.decision.Action.Reason;
import sluice.coordinator.decision.Event.AbsorbEnded.Outcome;
import sluice.model.Patience.WhenPartial;

/** One decision a test; {@link SimulationTest} tries them all together. */
class DecisionsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NEVER = Long.MAX_VALUE;

    private final Decisions decisions = new Decisions(new DecisionOptions(0, 1000));
    private long now;

    @Test
    void aQueryBeforeUptimeIsAnsweredInTheWayItChose() {
        plan(2);

        assertEquals(
                List.of(new Action.Answer(1, false)), ask(1, 0, false, WhenPartial.ANSWER, NEVER));
        assertEquals(
                List.of(new Action.Refuse(2, Reason.NOT_COMPLETE)),
                ask(2, 0, false, WhenPartial.FAIL, NEVER));
        assertEquals(List.of(), ask(3, 0, false, WhenPartial.WAIT, NEVER));
        assertEquals(List.of(new Action.Answer(3, true)), uptime());
    }

    @Test
    void aStoreThatCannotSearchAnswersOnceAllBucketsOfTheQueryAreBuilt() {
        plan(3);
        uptime();
        step(new Event.Asked(now, 1, 0, 1, true, WhenPartial.WAIT, NEVER));

        assertEquals(List.of(new Action.Build(0, 0)), idle(0));
        assertEquals(List.of(new Action.Build(0, 1)), built(0, 0));
        assertEquals(List.of(new Action.Answer(1, true), new Action.Build(0, 2)), built(0, 1));
    }

    @Test
    void aQueryThatWaitsEndsAtItsDeadline() {
        plan(1);
        ask(1, 0, true, WhenPartial.WAIT, 5 * SECOND);
        now = 5 * SECOND - 1;
        assertEquals(List.of(), tick());

        now++;

        assertEquals(List.of(new Action.Refuse(1, Reason.DEADLINE)), tick());
        assertEquals(0, decisions.waiting());
    }

    @Test
    void nobodyIsAnsweredWhoHasLeft() {
        plan(1);
        ask(1, 0, false, WhenPartial.WAIT, NEVER);

        step(new Event.Left(now, 1));

        assertEquals(List.of(), uptime());
    }

    @Test
    void whatQueriesWaitForIsBuiltBeforeWhatWasAskedFor() {
        plan(6);
        step(new Event.Demanded(now, 4, 1000));
        step(new Event.Demanded(now, 2, 2000));
        uptime();
        ask(1, 5, true, WhenPartial.WAIT, NEVER);
        step(new Event.Pinned(now, 3, 3, true));

        assertEquals(List.of(3, 5, 2, 4, 0, 1), buildAll());
    }

    @Test
    void manyQueriesComeBeforeOneUntilTheOneHasWaitedLonger() {
        plan(3);
        uptime();
        ask(1, 1, true, WhenPartial.WAIT, NEVER);
        now = 10 * SECOND;
        ask(2, 2, true, WhenPartial.WAIT, NEVER);
        ask(3, 2, true, WhenPartial.WAIT, NEVER);
        assertEquals(List.of(new Action.Build(0, 1)), idle(0));
    }

    @Test
    void everyBucketGetsItsTurnWhateverIsAskedFor() {
        int count = 64;
        plan(count);
        uptime();
        List<Integer> order = new ArrayList<>();
        int bucket = ((Action.Build) idle(0).getFirst()).bucket();
        for (int build = 0; build < 8; build++) {
            order.add(bucket);
            // The highest buckets are always asked for.
            step(new Event.Demanded(now, count - 1 - order.size(), 1000));
            bucket = ((Action.Build) built(0, bucket).getLast()).bucket();
        }
        assertEquals(1, order.getLast(), order::toString);
    }

    @Test
    void oldDemandCountsLess() {
        plan(3);
        uptime();
        step(new Event.Demanded(now, 1, 1000));
        now = 600 * SECOND;
        step(new Event.Demanded(now, 2, 10));

        assertEquals(List.of(new Action.Build(0, 2)), idle(0));
    }

    @Test
    void aBucketThatCouldNotBeBuiltIsGivenToAnotherBuilderAndTheFirstRests() {
        plan(1);
        uptime();
        assertEquals(List.of(new Action.Build(0, 0)), idle(0));
        assertEquals(List.of(new Action.Rest(1, 0)), idle(1));

        List<Action> actions = step(new Event.BuildFailed(now, 0, 0));

        assertEquals(List.of(new Action.Rest(0, SECOND), new Action.Build(1, 0)), actions);
    }

    @Test
    void aBuilderThatHasGoneIsGivenNothing() {
        plan(2);
        idle(0);
        idle(1);
        step(new Event.Gone(now, 0));

        assertEquals(List.of(new Action.Build(1, 0)), uptime());
    }

    @Test
    void buildersRestWhileReadsAreSlowAndWorkWhileSomebodyWaits() {
        Decisions paced = new Decisions(new DecisionOptions(5_000_000, 1000));
        paced.step(new Event.Planned(0, List.of(1L, 1L, 1L, 1L), Collections.nCopies(4, false)));
        paced.step(new Event.Uptime(0));
        paced.step(new Event.Idle(0, 0));
        paced.step(new Event.Latency(0, 20_000_000, 1000));

        assertEquals(
                List.of(new Action.Rest(0, SECOND)), paced.step(new Event.Built(SECOND, 0, 0)));

        paced.step(new Event.Idle(2 * SECOND, 0));
        paced.step(new Event.Asked(2 * SECOND, 1, 3, 3, true, WhenPartial.WAIT, Long.MAX_VALUE));
        assertEquals(
                List.of(new Action.Build(0, 3)), paced.step(new Event.Built(3 * SECOND, 0, 1)));
    }

    @Test
    void fewReadsDoNotChangeThePace() {
        Decisions paced = new Decisions(new DecisionOptions(5_000_000, 1000));
        paced.step(new Event.Latency(0, 20_000_000, 99));
        assertEquals(1, paced.pace());
        paced.step(new Event.Latency(0, 20_000_000, 100));
        assertEquals(0.5, paced.pace());
        for (int i = 0; i < 20; i++) {
            paced.step(new Event.Latency(0, 1_000_000, 100));
        }
        assertEquals(1, paced.pace());
    }

    @Test
    void theHotStoreIsAbsorbedWhenItIsLargeAndNothingIsBeingBuilt() {
        plan(1);
        uptime();
        idle(0);
        assertEquals(List.of(), step(new Event.HotSize(now, 1001, 0)));

        assertTrue(built(0, 0).contains(new Action.Absorb()));

        assertEquals(List.of(), step(new Event.HotSize(now, 2000, 0)));
        assertEquals(List.of(), step(new Event.AbsorbEnded(now, Outcome.DONE)));
        assertEquals(List.of(new Action.Absorb()), step(new Event.HotSize(now, 1001, 0)));
    }

    @Test
    void whatAnEmptyHotStoreTakesIsNotAbsorbedAgain() {
        assertEquals(List.of(new Action.Absorb()), step(new Event.HotSize(now, 1200, 0)));
        step(new Event.HotSize(now, 1300, 0));
        assertEquals(List.of(), step(new Event.AbsorbEnded(now, Outcome.NOTHING_THERE)));

        assertEquals(List.of(), step(new Event.HotSize(now, 1200, 0)));
        assertEquals(List.of(), step(new Event.HotSize(now, 2200, 0)));
        assertEquals(List.of(new Action.Absorb()), step(new Event.HotSize(now, 2201, 0)));
    }

    @Test
    void whatAnEmptyHotStoreGivesBackCountsNoLonger() {
        assertEquals(List.of(new Action.Absorb()), step(new Event.HotSize(now, 1200, 0)));
        assertEquals(List.of(), step(new Event.AbsorbEnded(now, Outcome.NOTHING_THERE)));

        assertEquals(List.of(), step(new Event.HotSize(now, 10, 0)));
        assertEquals(List.of(), step(new Event.HotSize(now, 1010, 0)));
        assertEquals(List.of(new Action.Absorb()), step(new Event.HotSize(now, 1011, 0)));
    }

    @Test
    void theHotStoreMayGrowWithTheColdOne() {
        long mebibyte = 1 << 20;
        DecisionOptions automatic = DecisionOptions.DEFAULT;
        assertFalse(automatic.isTooLarge(256 * mebibyte, 0));
        assertTrue(automatic.isTooLarge(257 * mebibyte, 0));
        assertFalse(automatic.isTooLarge(257 * mebibyte, 4096 * mebibyte));
        assertTrue(automatic.isTooLarge(1025 * mebibyte, 4096 * mebibyte));
        DecisionOptions told = new DecisionOptions(0, 1000);
        assertTrue(told.isTooLarge(1001, 4096 * mebibyte));
        assertFalse(told.isTooLarge(1000, 0));
    }

    @Test
    void absorbingThatFailedIsTriedAgainLaterAndLater() {
        step(new Event.HotSize(now, 1001, 0));
        assertEquals(List.of(), step(new Event.AbsorbEnded(now, Outcome.FAILED)));
        now += 2 * SECOND;
        assertEquals(List.of(new Action.Absorb()), tick());
        step(new Event.AbsorbEnded(now, Outcome.FAILED));
        now += 2 * SECOND;
        assertEquals(List.of(), tick());
        now += 2 * SECOND;
        assertEquals(List.of(new Action.Absorb()), tick());
    }

    @Test
    void queriesThatWaitForBucketsAskAgainWhenTheBucketsChange() {
        step(new Event.Asked(now, 1, 0, -1, true, WhenPartial.WAIT, NEVER));
        step(new Event.Asked(now, 2, 0, -1, false, WhenPartial.WAIT, NEVER));

        assertEquals(List.of(new Action.AskAgain(1)), plan(2));
        assertEquals(List.of(new Action.Answer(2, true)), uptime());
    }

    @Test
    void whatStoppedBuildersLeaveIsBuiltByThoseOfTheNextTry() {
        plan(2);
        uptime();
        idle(0);
        assertThrows(IllegalStateException.class, () -> plan(2));
        step(new Event.Stopped(now));

        plan(2);
        assertEquals(List.of(), uptime(), "the builders before have gone");
        assertEquals(List.of(0, 1), buildAll());
    }

    @Test
    void absorbingIsTriedAgainThoughItsBuildersStopped() {
        plan(1);
        uptime();
        built(0, ((Action.Build) idle(0).getLast()).bucket());
        assertEquals(List.of(new Action.Absorb()), step(new Event.HotSize(now, Long.MAX_VALUE, 0)));
        plan(1);
        assertEquals(List.of(new Action.Build(0, 0)), uptime());
        step(new Event.Stopped(now));
        step(new Event.AbsorbEnded(now, Outcome.FAILED));

        now += 3600 * SECOND;
        assertEquals(List.of(new Action.Absorb()), tick());
    }

    @Test
    void tellsWhenABucketWillBeBuilt() {
        step(new Event.Planned(now, List.of(10L, 20L, 30L), List.of(false, false, false)));
        uptime();
        assertEquals(new Decisions.Outlook(false, 2, 30, Optional.empty()), decisions.outlook(2));
        idle(0);
        now = SECOND;
        built(0, 0);

        assertEquals(
                new Decisions.Outlook(false, 1, 20, Optional.of(5 * SECOND)), decisions.outlook(2));
        assertEquals(new Decisions.Outlook(true, 0, 0, Optional.of(0L)), decisions.outlook(0));
    }

    @Test
    void timeDoesNotRunBackwards() {
        now = SECOND;
        tick();
        now = 0;
        assertThrows(IllegalArgumentException.class, this::tick);
    }

    private List<Action> step(Event event) {
        return decisions.step(event);
    }

    private List<Action> plan(int buckets) {
        return step(
                new Event.Planned(
                        now,
                        Collections.nCopies(buckets, 1L),
                        Collections.nCopies(buckets, false)));
    }

    private List<Action> uptime() {
        return step(new Event.Uptime(now));
    }

    private List<Action> ask(
            long query, int bucket, boolean untilBuilt, WhenPartial whenPartial, long deadline) {
        return step(new Event.Asked(now, query, bucket, bucket, untilBuilt, whenPartial, deadline));
    }

    private List<Action> idle(int builder) {
        return step(new Event.Idle(now, builder));
    }

    private List<Action> built(int builder, int bucket) {
        return step(new Event.Built(now, builder, bucket));
    }

    private List<Action> tick() {
        return step(new Event.Tick(now));
    }

    private List<Integer> buildAll() {
        List<Integer> order = new ArrayList<>();
        for (Action action = idle(0).getLast(); action instanceof Action.Build build; ) {
            order.add(build.bucket());
            action = built(0, build.bucket()).getLast();
        }
        return order;
    }
}
