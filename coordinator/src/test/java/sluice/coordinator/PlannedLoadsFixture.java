package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sluice.load.Job;
import sluice.load.Load;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadProgress;
import sluice.load.job.Pools;
import sluice.load.ranges.PlanJournal;
import sluice.load.ranges.PlanOptions;
import sluice.load.ranges.PlanResult;
import sluice.load.ranges.PlannedInsertion;
import sluice.load.ranges.RangePlan;
import sluice.load.remote.RemoteStore;
import sluice.plan.run.Switches;

/** Loads that are planned, into ranges in memory. */
abstract class PlannedLoadsFixture extends LaterLoadsFixture {
    static final int ROWS = 400;

    /** A process that is dead does nothing more, not even what it does when it fails. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Kills at the step with a number, and counts. */
    static final class Kill implements MemoryRanges.Steps {
        private final int at;
        private final boolean isAfter;
        final Map<String, Integer> counts = new HashMap<>();
        int done;
        boolean isDead;

        Kill(int at, boolean isAfter) {
            this.at = at;
            this.isAfter = isAfter;
        }

        @Override
        public synchronized void step(String what, Runnable effect) {
            if (isDead) {
                throw new Killed();
            }
            done++;
            isDead = done == at;
            if (!isDead || isAfter) {
                effect.run();
                counts.merge(what, 1, Integer::sum);
            }
            if (isDead) {
                throw new Killed();
            }
        }
    }

    /** The words on a plan. */
    static final class Told implements PlannedInsertion.Events {
        final List<RangePlan> plans = new ArrayList<>();
        final List<PlanResult> results = new ArrayList<>();

        @Override
        public void planned(RangePlan plan, boolean isCarriedOut) {
            assertTrue(isCarriedOut);
            plans.add(plan);
        }

        @Override
        public void inserted(PlanResult result) {
            results.add(result);
        }
    }

    /** Steps go to whichever process runs. */
    MemoryRanges.Steps present = new Kill(0, false);

    /** The time of day. */
    long nowMillis = 1;

    MemoryRanges ranges = new MemoryRanges((_, effect) -> effect.run());

    void run(Kill kill, Told told) throws IOException {
        begin(1);
        LoadedStore rows = rows(ROWS);
        ranges = new MemoryRanges((what, effect) -> present.step(what, effect));
        load(rows, kill, told);
        assertAsPlanned("not killed");
    }

    void assertAsPlanned(String when) throws IOException {
        assertEquals(new Switches(true, false), ranges.switches(), when);
        assertFalse(ranges.isHeld(), when);
        assertFalse(PlanJournal.read(storage).orElseThrow().isOff(), when);
        try (RemoteStore remote = remote("looks")) {
            checkElsewhere(remote);
        }
    }

    void load(LoadedStore rows, Kill kill, Told told) throws IOException {
        present = kill;
        load(rows, planned(told));
    }

    PlannedInsertion planned(PlannedInsertion.Events told) {
        return new PlannedInsertion(
                PlannedInsertion.Mode.AUTO, PlanOptions.USUAL, "me", () -> nowMillis, told);
    }

    void load(LoadedStore rows, PlannedInsertion planned) throws IOException {
        RangedBuckets ranged =
                new RangedBuckets(buckets, ranges, (what, effect) -> present.step(what, effect));
        try (RemoteStore remote =
                new RemoteStore(ranged, openJobs(), "me", place().leaseMillis(), 1)) {
            remote.insertBy(planned);
            Job job = Job.of(storage, options(), new LoadProgress(), LoadEvents.NONE, new Demand());
            Load.run(
                    job.with(BuildOrder.DEMAND_FIRST, Optional.of(remote), new Pools()),
                    rows.source());
        }
    }
}
