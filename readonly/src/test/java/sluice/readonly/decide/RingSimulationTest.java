package sluice.readonly.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.testkit.Experiment;

/**
 * E40: leaders and nodes of a ring under random schedules of kills, cuts, slow and failing fetches,
 * old views, clock jumps, pushes, rollbacks and changes of the ring. One version is committed at a
 * time, no node serves what it does not have, nothing that is served is deleted, and once failures
 * end every push ends and all nodes serve the same.
 */
@Tag(Experiment.TAG)
class RingSimulationTest {
    private static final int SCHEDULES = Experiment.size("sluice.ring.schedules", 400, 200_000);
    private static final int ACTS = 400;

    @Test
    void everyPushEndsAndAllNodesServeTheSame() throws IOException {
        long first = Long.getLong("seed", 1);
        long count = System.getProperty("seed") == null ? SCHEDULES : 1;
        long commits = 0;
        long rollbacks = 0;
        long pushes = 0;
        try (Experiment experiment = new Experiment("E40 ring schedules", first)) {
            for (long seed = first; seed < first + count; seed++) {
                RingWorld world = new RingWorld(new SplittableRandom(seed));
                try {
                    for (int i = 0; i < ACTS; i++) {
                        world.act();
                        world.check();
                    }
                    world.heal();
                } catch (AssertionError | RuntimeException failure) {
                    throw new AssertionError("seed=" + seed + ": " + failure.getMessage(), failure);
                }
                commits += world.commits;
                rollbacks += world.rollbacks;
                pushes += world.versions;
                experiment.ran(1);
            }
            experiment
                    .fact("pushes", pushes)
                    .fact("commits", commits)
                    .fact("rollbacks", rollbacks)
                    .passed();
        }
        // Else the schedules would show nothing.
        if (count > 1) {
            assertTrue(commits > count && commits < pushes && rollbacks > count / 10);
        }
    }
}
