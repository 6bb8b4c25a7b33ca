package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.storage.DiskCall;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.StorageFiles;
import sluice.storage.Survival;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
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

    /** Whenever a manifest gets its name, a power cut loses none of the files that it lists. */
    @Test
    void manifestListsOnlyWhatIsDurable() throws IOException {
        int[] manifests = new int[1];
        for (CrashScenario scenario : new Scenarios(directory, FIRST_SEED).all()) {
            MemoryStorage disk = scenario.disk();
            FaultPlan eachManifest =
                    FaultPlan.from(1, Fault.SLOW)
                            .on(DiskCall.RENAME)
                            .onFiles(Manifest.FILE_NAME)
                            .withHook(
                                    () -> {
                                        manifests[0]++;
                                        checkDurable(scenario, disk);
                                    });
            scenario.load(FaultyStorage.over(disk, eachManifest));
        }
        assertTrue(manifests[0] > 20, manifests[0] + " manifests");
    }

    private static void checkDurable(CrashScenario scenario, MemoryStorage disk) {
        try {
            String next = Manifest.FILE_NAME + StorageFiles.TEMPORARY_SUFFIX;
            Manifest manifest = ManifestFile.read(disk, next).orElseThrow();
            Set<String> left =
                    Set.copyOf(disk.crash(new SplittableRandom(1), Survival.NONE).list());
            for (FileEntry file : manifest.files()) {
                assertTrue(left.contains(file.name()), scenario.name() + " loses " + file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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
