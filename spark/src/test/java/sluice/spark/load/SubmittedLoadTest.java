package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.Experiment;

/**
 * Loads with executors in other processes leave the bytes of a load on one machine: undisturbed, if
 * an executor is killed, if the driver is killed and the command is given again. Long alone: a
 * cluster takes longer to start than all other tests of this module.
 *
 * <p>{@code -Dkills=} says how many processes are killed.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class SubmittedLoadTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int KILLS = Experiment.size("kills", 0, 10);

    @TempDir Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void killedProcessesChangeNothing() throws IOException, InterruptedException {
        Assumptions.assumeTrue(KILLS > 0);
        Path source =
                EngineFixture.writeSource(
                        directory.resolve("source"),
                        Experiment.size("links", 60_000, 60_000),
                        SEED);
        TreeMap<String, UUID> expected = EngineFixture.alone(directory.resolve("alone"), source);
        Path undisturbed = directory.resolve("undisturbed");
        SubmittedLoad whole = start(undisturbed, source);
        assertEquals(0, whole.waitForEnd(), whole.text());
        assertEquals(expected, EngineFixture.bytes(undisturbed));
        assertTrue(whole.text().contains("0 rejected"), whole.text());
        int met = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Path store = directory.resolve("store-" + kill);
            SubmittedLoad load = start(store, source);
            boolean isStaging = kill % 4 < 2;
            waitForFiles(
                    load,
                    store,
                    isStaging ? "run-" : "segment-",
                    random.nextInt(1, isStaging ? 4 : 12));
            if (kill % 2 == 0) {
                List<ProcessHandle> executors = load.executors();
                executors.stream().limit(1).forEach(ProcessHandle::destroyForcibly);
                assertEquals(0, load.waitForEnd(), load.text());
                met += load.text().contains("the executor was lost") ? 1 : 0;
            } else {
                met += load.process().isAlive() ? 1 : 0;
                load.kill();
                SubmittedLoad again = start(store, source);
                assertEquals(0, again.waitForEnd(), again.text());
            }
            assertEquals(expected, EngineFixture.bytes(store), "kill %d".formatted(kill));
        }
        assertTrue(met > 0, "no process was killed in the middle");
    }

    private SubmittedLoad start(Path store, Path source) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--tasks", "12", "--task-memory", "64m"));
        arguments.addAll(List.of("--bucket-size", EngineFixture.BUCKET_BYTES + ""));
        arguments.addAll(List.of(store.toString(), source.toString()));
        return SubmittedLoad.start(directory, arguments);
    }

    /** Waits until there are some files, or the load has ended. */
    private static void waitForFiles(SubmittedLoad load, Path store, String prefix, int count)
            throws IOException, InterruptedException {
        while (load.process().isAlive() && files(store, prefix) < count) {
            load.process().waitFor(5, TimeUnit.MILLISECONDS);
        }
    }

    private static long files(Path store, String prefix) throws IOException {
        if (!Files.isDirectory(store)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(store)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(prefix) && !name.endsWith(".tmp"))
                    .count();
        }
    }
}
