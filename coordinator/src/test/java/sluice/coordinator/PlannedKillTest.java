package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sluice.load.ranges.PlanJournal;
import sluice.load.ranges.PlanResult;
import sluice.load.ranges.PlannedInsertion;
import sluice.load.ranges.RangePlan;
import sluice.load.remote.JobsName;
import sluice.load.remote.RemoteStore;
import sluice.model.SluiceException;
import sluice.plan.Plan;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * A planned load is killed before and after each change that it makes outside its directory, so
 * after each line of its journal; the same command ends with the same rows, as its plan wants it,
 * and with the switches as they were.
 */
class PlannedKillTest extends PlannedLoadsFixture {
    @Test
    void whereverItIsKilledTheSameCommandEndsAsPlannedWithTheSwitchesAsFound() throws Exception {
        Kill whole = new Kill(0, false);
        run(whole, new Told());
        int steps = whole.done;
        assertTrue(whole.counts.get("split") > 3, "splits: " + whole.counts);
        assertTrue(whole.counts.get("move") > 3, "moves: " + whole.counts);
        assertTrue(whole.counts.get("commit") > 3, "commits: " + whole.counts);
        int borders = ranges.count();
        Set<String> killed = new HashSet<>();
        for (int step = 1; step <= steps; step++) {
            for (boolean isAfter : new boolean[] {false, true}) {
                begin(1);
                LoadedStore rows = rows(ROWS);
                ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
                Kill kill = new Kill(step, isAfter);
                String when = "killed " + (isAfter ? "after" : "before") + " step " + step;
                assertThrows(Exception.class, () -> load(rows, kill, new Told()), when);
                assertTrue(kill.isDead, when);
                killed.addAll(kill.counts.keySet());
                load(rows, new Kill(0, false), new Told());
                assertAsPlanned(when);
                assertEquals(borders, ranges.count(), when);
                assertEquals(0, ranges.splitsTwice(), when);
            }
        }
        assertEquals(Set.of("pause", "split", "move", "commit", "restore"), killed);
    }

    @Test
    void whatIsInsertedOnEachServerIsWhatThePlanSays() throws Exception {
        Told told = new Told();
        run(new Kill(0, false), told);
        assertEquals(1, told.plans.size());
        assertEquals(1, told.results.size());
        PlanResult result = told.results.getFirst();
        assertTrue(result.isAsPlanned());
        assertTrue(result.imbalance() < 1.5, "busiest over mean: " + result.imbalance());
        RangePlan plan = told.plans.getFirst();
        Map<String, Long> planned = new HashMap<>();
        long inRuns = 0;
        for (int server = 0; server < plan.servers().size(); server++) {
            long rows = plan.plan().after().get(server).incoming();
            planned.put(plan.servers().get(server), rows);
            inRuns += rows;
        }
        long inserted = result.rows().values().stream().mapToLong(Long::longValue).sum();
        // One row of each key is inserted; few rows have the same key.
        assertTrue(inserted <= inRuns && inserted > inRuns * 0.8, inserted + " of " + inRuns);
        assertEquals(planned.keySet(), result.rows().keySet());
    }

    /** Most rows of the second and third load stand instead of those that are there. */
    @Test
    void updatesAreInsertedByPlanLikeNewRows() throws Exception {
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        List<Integer> splits = new ArrayList<>();
        PlannedInsertion.Events told =
                new PlannedInsertion.Events() {
                    @Override
                    public void planned(RangePlan plan, boolean isCarriedOut) {
                        splits.add(isCarriedOut ? plan.splits() : 0);
                        assertTrue(RangePlan.imbalance(plan.plan().after()) < 1.5);
                    }

                    @Override
                    public void inserted(PlanResult result) {
                        assertTrue(result.isAsPlanned());
                    }
                };
        for (int number = 0; number < 3; number++) {
            LoadedStore rows = rows(ROWS);
            present = new Kill(0, false);
            load(rows, planned(told));
            try (RemoteStore remote = remote("looks")) {
                checkElsewhere(remote);
            }
        }
        assertTrue(splits.get(0) > 3, splits.toString());
        // A third of the splits is what BatchesTest asks for, whose tables are larger.
        assertTrue(splits.get(1) + splits.get(2) < splits.get(0), splits.toString());
    }

    /** One that was killed before it knew that it had switched anything off, too. */
    @Test
    void aLoadWithoutAPlanGivesBackWhatAKilledOneHasSwitchedOff() throws Exception {
        for (int step : new int[] {1, 4}) {
            begin(1);
            LoadedStore rows = rows(ROWS);
            ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
            assertThrows(Exception.class, () -> load(rows, new Kill(step, true), new Told()));
            assertEquals(new Switches(false, false), ranges.switches());
            assertTrue(PlanJournal.read(storage).orElseThrow().isOff());
            present = new Kill(0, false);
            load(rows, PlannedInsertion.off("me", () -> 1));
            assertEquals(new Switches(true, false), ranges.switches());
            assertFalse(PlanJournal.read(storage).orElseThrow().isOff());
        }
    }

    @Test
    void aPlanThatIsNotGoneOnWithGivesBackWhatAKilledOneHasSwitchedOff() throws Exception {
        Kill whole = new Kill(0, false);
        run(whole, new Told());
        int prepared = 1 + whole.counts.get("split") + whole.counts.get("move");
        begin(1);
        LoadedStore rows = rows(ROWS);
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        Kill kill = new Kill(prepared + 1, false);
        assertThrows(Exception.class, () -> load(rows, kill, new Told()));
        assertEquals(new Switches(false, false), ranges.switches());
        present = new Kill(0, false);
        Manifest manifest = ManifestFile.read(storage).orElseThrow();
        Optional<PlanResult> result =
                planned(PlannedInsertion.Events.NONE)
                        .prepareOnly(storage, manifest, ranges, JobsName.load(manifest));
        assertEquals(Optional.empty(), result, "it is not worth it any more");
        assertEquals(new Switches(true, false), ranges.switches());
        assertFalse(PlanJournal.read(storage).orElseThrow().isOff());
    }

    /** The other plan gives the switches back as the first one found them. */
    @Test
    void aLoadWithoutAPlanGoesOnWhereAnotherPlanHasTakenTheClusterOver() throws Exception {
        LoadedStore rows = rows(ROWS);
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        assertThrows(Exception.class, () -> load(rows, new Kill(4, true), new Told()));
        present = new Kill(0, false);
        ranges.takeOver("another");
        load(rows, PlannedInsertion.off("me", () -> 1));
        assertTrue(ranges.isHeld());
        assertEquals(new Switches(false, false), ranges.switches());
        assertEquals(Optional.of(new Switches(true, false)), ranges.restore("another", 1));
        try (RemoteStore remote = remote("looks")) {
            checkElsewhere(remote);
        }
    }

    @Test
    void aPlanIsOfTheBucketsThatAreNotBuiltYet() throws Exception {
        Kill whole = new Kill(0, false);
        run(whole, new Told());
        for (TableRange range : ranges.ranges()) {
            ranges.move(range.first(), "a:1");
        }
        begin(1);
        LoadedStore rows = rows(ROWS);
        present = new Kill(whole.counts.get("commit") / 2, true);
        assertThrows(Exception.class, () -> load(rows, PlannedInsertion.off("me", () -> 1)));
        Told told = new Told();
        load(rows, new Kill(0, false), told);
        long planned =
                told.plans.getFirst().plan().after().stream().mapToLong(Plan.Load::incoming).sum();
        long inserted =
                told.results.getFirst().rows().values().stream().mapToLong(Long::longValue).sum();
        // The bucket that was committed last was not written down, and is built again.
        assertTrue(inserted <= planned && inserted > planned * 0.8, inserted + " of " + planned);
        assertAsPlanned("half of it was built before");
    }

    @Test
    void aFailureThatIsNoDeathGivesTheSwitchesBack() throws Exception {
        LoadedStore rows = rows(ROWS);
        int[] moves = {0};
        ranges =
                new MemoryRanges(
                        (what, effect) -> {
                            if (what.equals("move") && ++moves[0] == 2) {
                                throw new IllegalStateException("no");
                            }
                            effect.run();
                        });
        present = (_, effect) -> effect.run();
        PlannedInsertion planned = planned(new Told());
        assertThrows(IllegalStateException.class, () -> load(rows, planned));
        assertEquals(new Switches(true, false), ranges.switches());
        assertFalse(ranges.isHeld());
        assertFalse(PlanJournal.read(storage).orElseThrow().isOff());
        load(rows, planned(new Told()));
        assertAsPlanned("after a failure");
    }

    @Test
    void withoutTheRightToSwitchRowsArriveByPlanAndNothingIsSwitched() throws Exception {
        LoadedStore rows = rows(ROWS);
        int[] commits = {0};
        MemoryRanges[] moved = new MemoryRanges[1];
        moved[0] =
                new MemoryRanges(
                        (what, effect) -> {
                            effect.run();
                            if (what.equals("commit") && ++commits[0] == 2) {
                                moved[0].lose("c:1");
                            }
                        });
        ranges = moved[0];
        ranges.forbidSwitching();
        present = (what, effect) -> ranges.steps().step(what, effect);
        Told told = new Told();
        load(rows, planned(told));
        assertAsPlanned("without the right");
        PlanResult result = told.results.getFirst();
        assertTrue(result.isAsPlanned());
        assertFalse(result.isPaused());
        assertTrue(result.drifted() > 0, "the engine has moved ranges while rows came");
    }

    /** As while the server of HBase's own table of regions is dead. */
    @Test
    void aLookWaitsForAServerThatIsAway() throws Exception {
        LoadedStore rows = rows(ROWS);
        int[] changes = {0};
        MemoryRanges[] away = new MemoryRanges[1];
        away[0] =
                new MemoryRanges(
                        (what, effect) -> {
                            effect.run();
                            if (what.equals("move") && ++changes[0] == 2) {
                                away[0].awayForLooks(2);
                            }
                            if (what.equals("commit")) {
                                away[0].awayForLooks(1);
                            }
                        });
        ranges = away[0];
        present = (what, effect) -> ranges.steps().step(what, effect);
        Told told = new Told();
        load(rows, planned(told));
        ranges.awayForLooks(0);
        assertAsPlanned("looks failed");
        assertTrue(told.results.getFirst().isAsPlanned());
    }

    @Test
    void aTableThatIsDroppedWhileItIsPreparedEndsTheLoadAtOnceAndGivesTheSwitchesBack()
            throws Exception {
        LoadedStore rows = rows(ROWS);
        MemoryRanges[] dropped = new MemoryRanges[1];
        dropped[0] =
                new MemoryRanges(
                        (what, effect) -> {
                            effect.run();
                            if (what.equals("move")) {
                                dropped[0].drop();
                            }
                        });
        ranges = dropped[0];
        present = (_, effect) -> effect.run();
        SluiceException said =
                assertThrows(SluiceException.class, () -> load(rows, planned(new Told())));
        assertTrue(String.valueOf(said.getMessage()).contains("was dropped"), said::toString);
        assertEquals(new Switches(true, false), ranges.switches());
        assertFalse(PlanJournal.read(storage).orElseThrow().isOff());
    }

    @Test
    void whereMovesFailThreePlansAreTriedAndRowsArrive() throws Exception {
        LoadedStore rows = rows(ROWS);
        ranges =
                new MemoryRanges(
                        (what, effect) -> {
                            if (what.equals("move")) {
                                throw new UncheckedIOException(new IOException("not here"));
                            }
                            effect.run();
                        });
        present = (_, effect) -> effect.run();
        Told told = new Told();
        load(rows, planned(told));
        assertAsPlanned("after failures");
        PlanResult result = told.results.getFirst();
        assertFalse(result.isAsPlanned());
        assertEquals(3, result.plans());
        assertEquals(Set.of("a:1"), ranges.used());
    }

    @Test
    void aServerThatIsLostMakesAnotherPlanAndTheOthersTakeItsShare() throws Exception {
        LoadedStore rows = rows(ROWS);
        int[] moves = {0};
        MemoryRanges[] lost = new MemoryRanges[1];
        lost[0] =
                new MemoryRanges(
                        (what, effect) -> {
                            effect.run();
                            if (what.equals("move") && ++moves[0] == 3) {
                                lost[0].lose("c:1");
                            }
                        });
        ranges = lost[0];
        present = (_, effect) -> effect.run();
        Told told = new Told();
        load(rows, planned(told));
        assertAsPlanned("a server is lost");
        assertEquals(Set.of("a:1", "b:1"), ranges.used());
        assertEquals(2, told.results.getFirst().plans());
    }
}
