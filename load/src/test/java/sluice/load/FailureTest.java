package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.testkit.Experiment;

/**
 * E4: every operation of a load fails in every way, once or from there on. The load ends with an
 * exception that names the file, leaves nothing open, and its repeat ends with the same store.
 *
 * <p>{@code -DoneIn=1} tries every operation, otherwise one of several; {@code -Dseed=} draws the
 * rows and which ones.
 */
@Tag(Experiment.TAG)
class FailureTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int ONE_IN = Experiment.size("oneIn", 83, 1);
    private static final int ONE_IN_OF_NAMES = Experiment.size("oneInOfNames", 7, 1);
    private static final Fault[] FAULTS = {
        Fault.EIO, Fault.ENOSPC, Fault.SHORT_READ, Fault.SHORT_WRITE, Fault.SYNC_FAILURE
    };

    @TempDir Path directory;
    private long runs;
    private long loadsFailed;

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyFailureEndsTheLoadAndTheRepeatFinishesIt() throws IOException {
        try (Experiment experiment = new Experiment("E4 fail every operation", SEED)) {
            experiment.fact("one operation in", ONE_IN);
            for (CrashScenario scenario : new Scenarios(directory, SEED).all()) {
                for (Fault fault : FAULTS) {
                    sweep(scenario, fault, false);
                    sweep(scenario, fault, true);
                }
            }
            assertTrue(loadsFailed > 100, "only " + loadsFailed + " loads failed");
            experiment.ran(runs);
            experiment.fact("loads that ended with an error", loadsFailed).passed();
        }
    }

    /** What looks names up reads the disk too, in the sample and in every chunk. */
    @Test
    void everyReadErrorOfALoadOfNamesEndsIt() throws IOException {
        sweep(new Scenarios(directory, SEED).named(), Fault.EIO, false, ONE_IN_OF_NAMES);
        assertTrue(loadsFailed > 100, "only " + loadsFailed + " loads failed");
    }

    private void sweep(CrashScenario scenario, Fault fault, boolean forEver) throws IOException {
        sweep(scenario, fault, forEver, ONE_IN);
    }

    private void sweep(CrashScenario scenario, Fault fault, boolean forEver, int oneIn)
            throws IOException {
        boolean struck = true;
        for (int n = 1 + (int) (SEED % oneIn); struck; n += oneIn) {
            FaultPlan plan = forEver ? FaultPlan.from(n, fault) : FaultPlan.at(n, fault);
            struck = fail(scenario, plan);
        }
    }

    private static String lastOf(FaultyStorage storage) {
        List<String> script = storage.script();
        return script.subList(Math.max(0, script.size() - 20), script.size()).toString();
    }

    private boolean fail(CrashScenario scenario, FaultPlan plan) throws IOException {
        runs++;
        MemoryStorage disk = scenario.disk();
        FaultyStorage storage = FaultyStorage.over(disk, plan);
        String where =
                "%s, %s at %d%s: "
                        .formatted(
                                scenario.name(),
                                plan.fault(),
                                plan.first(),
                                plan.forEver() ? " and later" : "");
        try {
            scenario.load(storage);
        } catch (IOException | SluiceException failure) {
            loadsFailed++;
            String message = String.valueOf(failure.getMessage());
            assertTrue(message.contains("memory"), () -> where + "names no file: " + message);
            assertTrue(storage.hitCount() > 0, () -> where + failure);
        } catch (RuntimeException | Error failure) {
            throw new AssertionError(where + lastOf(storage), failure);
        }
        try {
            assertEquals(OpenHandles.NONE, disk.openHandles());
            scenario.checkFound(disk, new SplittableRandom(SEED));
            scenario.checkRepeated(disk);
            assertEquals(OpenHandles.NONE, disk.openHandles());
        } catch (RuntimeException | IOException | Error failure) {
            throw new AssertionError(where + lastOf(storage), failure);
        }
        return storage.hitCount() > 0;
    }
}
