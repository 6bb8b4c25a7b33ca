package sluice.load.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.CrashScenario;
import sluice.load.Scenarios;
import sluice.load.job.LoadIdentity;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Survival;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** Which runs a resumed load keeps: those of whole chunks of this load, and no others. */
class StagedRunsTest {
    @TempDir Path directory;

    /** As a crash leaves it when all is staged: one chunk, in several runs. */
    private MemoryStorage disk = MemoryStorage.create();

    private CrashScenario scenario;
    private List<String> runs = List.of();

    @BeforeEach
    void stageChunkOfSeveralRuns() throws IOException {
        scenario = new Scenarios(directory, 1).overflowing();
        for (int cut = 1; runs.size() < 3 || !hasWholeChunk(); cut++) {
            disk = scenario.disk();
            try {
                scenario.load(FaultyStorage.over(disk, FaultPlan.at(cut, Fault.CUT)));
            } catch (PowerCut _) {
                runs = runs(disk);
            }
        }
    }

    @Test
    void chunkWithAllItsRunsIsKept() throws IOException {
        assertEquals(runs, adopted(loadKey()));
    }

    @Test
    void chunkOfWhichARunIsMissingIsStagedAgain() throws IOException {
        for (String run : runs) {
            MemoryStorage found = copy();
            found.delete(run);

            assertEquals(
                    List.of(),
                    StagedRuns.adopt(found, 1, loadKey()).files(),
                    () -> "without " + run);
        }
    }

    @Test
    void runsOfAnotherLoadAreNotKept() throws IOException {
        assertEquals(List.of(), adopted(loadKey() + 1));
    }

    private boolean hasWholeChunk() throws IOException {
        return !adopted(loadKey()).isEmpty();
    }

    private List<String> adopted(long loadKey) throws IOException {
        List<String> names = new ArrayList<>();
        StagedRuns.adopt(disk, 1, loadKey).files().forEach(file -> names.add(file.name()));
        return names;
    }

    private long loadKey() throws IOException {
        Manifest manifest = ManifestFile.read(disk).orElseThrow();
        assertTrue(manifest.phase() == Manifest.Phase.STAGING);
        return LoadIdentity.parse(manifest.loadIdentity()).key();
    }

    private MemoryStorage copy() throws IOException {
        return disk.crash(new SplittableRandom(0), Survival.ALL);
    }

    private static List<String> runs(MemoryStorage disk) throws IOException {
        return disk.list().stream()
                .filter(name -> name.startsWith("run-") && !name.endsWith(".tmp"))
                .toList();
    }
}
