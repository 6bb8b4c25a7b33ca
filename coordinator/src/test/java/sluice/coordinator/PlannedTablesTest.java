package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sluice.load.ranges.PlanJournal;
import sluice.load.ranges.PlanOptions;
import sluice.load.ranges.PlanResult;
import sluice.load.ranges.PlannedInsertion;
import sluice.load.ranges.RangePlan;
import sluice.load.remote.RemoteStore;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;
import sluice.plan.run.Target;
import sluice.testkit.Seeds;

/** Planned loads into tables that are not as usual, and by users who may not do all of it. */
class PlannedTablesTest extends PlannedLoadsFixture {
    /** All rows of an id stay together, so there is nothing to cut at. */
    @Test
    void aBatchOfOneIdIsNotCutAndAllItsRowsArrive() throws Exception {
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        List<RangePlan> plans = new ArrayList<>();
        load(rows(List.of(), links(7, 7, 300)), planned(listing(plans, false)));
        assertEquals(1, plans.size());
        assertEquals(0, plans.getFirst().splits());
        assertEquals(0, ranges.changesAsked());
        assertEquals(new Switches(true, false), ranges.switches());
        try (RemoteStore remote = remote("looks")) {
            checkElsewhere(remote);
        }
    }

    /** The one place to cut at is between both. */
    @Test
    void aBatchOfTwoIdsIsCutBetweenThem() throws Exception {
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        List<RangePlan> plans = new ArrayList<>();
        load(rows(List.of(), links(7, 8, 300)), planned(listing(plans, true)));
        assertEquals(1, plans.getFirst().splits());
        assertEquals(2, ranges.count());
        assertEquals(2, ranges.used().size());
        assertAsPlanned("two ids");
    }

    private static List<Link> links(long first, long last, int count) {
        List<Link> links = new ArrayList<>();
        for (long id = first; id <= last; id++) {
            for (int row = 0; row < count; row++) {
                links.add(new Link(id, 1, row, Visibility.VISIBLE, 0, 1, new byte[0]));
            }
        }
        return links;
    }

    private static PlannedInsertion.Events listing(List<RangePlan> plans, boolean areCarriedOut) {
        return new PlannedInsertion.Events() {
            @Override
            public void planned(RangePlan plan, boolean isCarriedOut) {
                assertEquals(areCarriedOut, isCarriedOut);
                plans.add(plan);
            }

            @Override
            public void inserted(PlanResult result) {
                assertEquals(areCarriedOut, result.isAsPlanned());
            }
        };
    }

    /** One that is eight times as fast as each of the others gets most of the rows. */
    @Test
    void serversThatAreFasterGetMoreRows() throws Exception {
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        ranges.run(Map.of("b:1", 800));
        List<Link> links = links(100, 299, 3);
        Told told = new Told();
        present = new Kill(0, false);
        load(rows(List.of(), links), planned(told));
        assertAsPlanned("a fast server");
        PlanResult result = told.results.getFirst();
        assertEquals(480, result.rows().get("b:1"), 30);
        assertTrue(result.imbalance() < 1.2, result.toString());
    }

    /** The engine is not even asked for its ranges. */
    @Test
    void aBatchThatIsInsertedBeforeAPlanIsBegunIsNotPlanned() throws Exception {
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        ranges.run(Map.of("b:1", 1));
        ranges.price(1);
        ranges.awayForLooks(1000);
        int[] tooFew = {0};
        PlannedInsertion.Events events =
                new PlannedInsertion.Events() {
                    @Override
                    public void planned(RangePlan plan, boolean isCarriedOut) {
                        throw new AssertionError("it is planned");
                    }

                    @Override
                    public void tooFewRows() {
                        tooFew[0]++;
                    }

                    @Override
                    public void inserted(PlanResult result) {
                        throw new AssertionError("it was planned");
                    }
                };
        load(rows(List.of(), links(100, 199, 3)), planned(events));
        assertEquals(1, tooFew[0]);
        ranges.awayForLooks(0);
        try (RemoteStore remote = remote("looks")) {
            checkElsewhere(remote);
        }
    }

    /** No try helps: none is repeated, and no other plan is made. */
    @Test
    void withoutTheRightToSplitOrMoveRowsArriveAtOnceWithTheRangesAsTheyAre() throws Exception {
        LoadedStore rows = rows(ROWS);
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        ranges.forbidChanging();
        Told told = new Told();
        load(rows, new Kill(0, false), told);
        assertAsPlanned("without the right");
        assertEquals(1, ranges.count());
        assertEquals(1, ranges.changesAsked());
        PlanResult result = told.results.getFirst();
        assertFalse(result.isAsPlanned());
        assertEquals(1, result.plans());
    }

    /**
     * Between both tries others restore the switches, split, join and move ranges, and leave the
     * balancer as they like.
     */
    @Test
    void aLoadThatGoesOnADayLaterPutsRightWhatOthersHaveChanged() throws Exception {
        Kill whole = new Kill(0, false);
        run(whole, new Told());
        int steps = whole.done;
        Seeds.each(
                3,
                others -> {
                    for (int step = 1; step <= steps; step++) {
                        resumedADayLater(others, step);
                    }
                });
    }

    private void resumedADayLater(SplittableRandom others, int step) throws Exception {
        String when = "killed after step " + step;
        nowMillis = 1;
        begin(1);
        LoadedStore rows = rows(ROWS);
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        Kill kill = new Kill(step, true);
        assertThrows(Exception.class, () -> load(rows, kill, new Told()), when);
        present = new Kill(0, false);
        nowMillis += TimeUnit.DAYS.toMillis(1);
        if (others.nextBoolean() && ranges.isHeld()) {
            ranges.takeOver("another");
            ranges.restore("another", nowMillis);
        }
        ranges.changeBy(others, graph.ids);
        boolean isAllBuilt = kill.counts.getOrDefault("restore", 0) > 0;
        load(rows, new Kill(0, false), new Told());
        assertAsPlanned(when);
        if (!isAllBuilt) {
            assertReached(PlanJournal.read(storage).orElseThrow().target(), when);
        }
    }

    /** Each border is there, and each range on the server that its piece is to be on. */
    private void assertReached(Target target, String when) throws Exception {
        Set<Object> firsts = new HashSet<>();
        for (TableRange range : ranges.ranges()) {
            firsts.add(range.first());
            assertEquals(target.pieceOf(range.first()).server(), range.server(), when);
        }
        assertTrue(firsts.containsAll(target.borders()), when);
    }

    @Test
    void aRangeSizeOfOneByteCutsWhereverAKeyIsAndNoFurther() throws Exception {
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        Told told = new Told();
        present = new Kill(0, false);
        load(
                rows(ROWS),
                new PlannedInsertion(
                        PlannedInsertion.Mode.AUTO,
                        new PlanOptions(1, 1000),
                        "me",
                        () -> nowMillis,
                        told));
        assertTrue(ranges.count() <= graph.ids.length, ranges.count() + " ranges");
        assertAsPlanned("one byte");
    }
}
