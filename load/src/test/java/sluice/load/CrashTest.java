package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.Experiment;

/**
 * E1: the power goes at every operation of a load, and of the load that goes on from there.
 *
 * <p>{@code -DoneIn=1} cuts at every operation, otherwise at one of several; {@code -Dseeds=} says
 * how often, {@code -Dseed=} begins with which rows and chance.
 */
@Tag(Experiment.TAG)
class CrashTest {
    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int SEEDS = Experiment.size("seeds", 1, 2);
    private static final int ONE_IN = Experiment.size("oneIn", 79, 1);

    @TempDir Path directory;

    @Test
    void everyCrashLeavesAStoreAndTheRepeatFinishesIt() throws IOException {
        CrashSweep sweep = new CrashSweep(ONE_IN);
        try (Experiment experiment = new Experiment("E1 crash at every operation", FIRST_SEED)) {
            experiment.fact("seeds", SEEDS).fact("one operation in", ONE_IN);
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                Path folder = directory.resolve("seed-" + seed);
                for (CrashScenario scenario : new Scenarios(folder, seed).all()) {
                    sweep.run(scenario, new SplittableRandom(seed));
                }
            }
            assertTrue(sweep.crashes() > 100, "only " + sweep.crashes() + " crashes");
            assertEquals(0, sweep.crashes() - sweep.judged());
            assertTrue(sweep.sorting() > 0, "no crash left files of a sort");
            experiment.ran(sweep.crashes());
            experiment.fact("crashes in pairs", sweep.pairs());
            experiment.fact("crashes that left files of a sort", sweep.sorting()).passed();
        }
    }
}
