package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * E1: the power goes at every operation of a load, and of the load that goes on from there.
 *
 * <p>{@code -Dsweep=full} cuts at every operation, otherwise at one of several; {@code -Dseeds=}
 * says how often, {@code -Dseed=} begins with which rows and chance.
 */
class CrashTest {
    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int SEEDS = Integer.getInteger("seeds", 1);
    private static final int ONE_IN = "full".equals(System.getProperty("sweep")) ? 1 : 11;

    @TempDir Path directory;

    @Test
    void everyCrashLeavesAStoreAndTheRepeatFinishesIt() throws IOException {
        CrashSweep sweep = new CrashSweep(ONE_IN);
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Path folder = directory.resolve("seed-" + seed);
            for (CrashScenario scenario : new Scenarios(folder, seed).all()) {
                sweep.run(scenario, new SplittableRandom(seed));
            }
        }

        System.out.printf(
                "E1 -Dseed=%d -Dseeds=%d, one operation in %d: %d crashes, %d in pairs, 0 failures%n",
                FIRST_SEED, SEEDS, ONE_IN, sweep.crashes(), sweep.pairs());
        assertTrue(sweep.crashes() > 100, "only " + sweep.crashes() + " crashes");
        assertEquals(0, sweep.crashes() - sweep.judged());
    }
}
