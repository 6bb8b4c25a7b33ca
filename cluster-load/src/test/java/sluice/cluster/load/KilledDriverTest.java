package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.storage.DirectoryStorage;
import sluice.testkit.Experiment;
import sluice.testkit.JavaLaunch;

/**
 * K3: the process of a driver and its tasks is killed at random moments, and the same command is
 * given again until the load is done. The store has the bytes of a load on one machine, and no
 * published file of a task was made again.
 *
 * <p>{@code -Ddrivers=} says how many kills.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class KilledDriverTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int KILLS = Experiment.size("drivers", 2, 100);
    private static final long DEADLINE_MINUTES = 10;

    @TempDir Path directory;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private long killed;
    private long met;

    @Test
    void loadOfAKilledDriverIsFinishedByTheNextOneWithTheSameBytes()
            throws IOException, InterruptedException {
        try (Experiment experiment = new Experiment("K3 kill -9 of a driver", SEED)) {
            int loads = killAndGoOn();
            experiment.ran(killed);
            experiment.fact("loads", loads).fact("after the first manifest", met).passed();
        }
        assertTrue(met > 0 || KILLS < 20, "no process was killed after its first manifest");
    }

    private int killAndGoOn() throws IOException, InterruptedException {
        ClusterInputs[] inputs = {ClusterInputs.QUOTED, ClusterInputs.NAMES, ClusterInputs.PACKED};
        int load = 0;
        for (; killed < KILLS; load++) {
            ClusterInputs input = inputs[load % inputs.length];
            SourceRecipe recipe = input.write(directory, 10 + load);
            TreeMap<String, String> expected =
                    ClusterFixture.bytes(
                            ClusterFixture.alone(recipe, ClusterFixture.options(input)));
            Path store = directory.resolve("store-" + load);
            TreeMap<String, Object> segments = new TreeMap<>();
            for (int kills = random.nextInt(1, 4); kills > 0; kills--) {
                killAtRandom(store, input, recipe);
                checkKept(store, segments);
            }
            Running last = run(store, input, recipe);
            last.waitForEnd();
            assertEquals(List.of(), last.madeAgain());
            checkKept(store, segments);
            assertEquals(
                    expected,
                    ClusterFixture.bytes(DirectoryStorage.open(store)),
                    "load %d, -Dseed=%d".formatted(load, SEED));
        }
        return load;
    }

    /** Kills a process some time after it has committed some manifests, or at any time. */
    private void killAtRandom(Path store, ClusterInputs input, SourceRecipe recipe)
            throws IOException, InterruptedException {
        Running running = run(store, input, recipe);
        int manifests = random.nextInt(5);
        while (running.manifests() < manifests && running.process.isAlive()) {
            running.process.waitFor(1, TimeUnit.MILLISECONDS);
        }
        running.process.waitFor(
                manifests == 0 ? random.nextInt(1500) : random.nextInt(60), TimeUnit.MILLISECONDS);
        met += running.process.isAlive() && manifests > 0 ? 1 : 0;
        running.process.destroyForcibly().waitFor();
        assertEquals(List.of(), running.madeAgain());
        killed++;
    }

    /** Files that were published stay the same files, not others with the same bytes. */
    private static void checkKept(Path store, TreeMap<String, Object> segments) throws IOException {
        TreeMap<String, Object> now = new TreeMap<>();
        if (Files.isDirectory(store)) {
            try (Stream<Path> files = Files.list(store)) {
                for (Path file : files.toList()) {
                    String name = file.getFileName().toString();
                    if (name.startsWith("segment-") && !name.endsWith(".tmp")) {
                        BasicFileAttributes attributes =
                                Files.readAttributes(file, BasicFileAttributes.class);
                        now.put(name, attributes.fileKey());
                    }
                }
            }
        }
        segments.forEach((name, key) -> assertEquals(key, now.get(name), name));
        segments.putAll(now);
    }

    private record Running(Process process, Path output, Path errors) {
        int manifests() throws IOException {
            return (int) Files.readString(output).lines().count() - madeAgain().size();
        }

        List<String> madeAgain() throws IOException {
            return Files.readString(output)
                    .lines()
                    .filter(line -> line.startsWith(ClusterMain.AGAIN))
                    .toList();
        }

        void waitForEnd() throws IOException, InterruptedException {
            if (!process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError(Files.readString(errors));
            }
        }
    }

    private Running run(Path store, ClusterInputs input, SourceRecipe recipe) throws IOException {
        Path output = Files.createTempFile(directory, "driver", ".out");
        Path errors = Files.createTempFile(directory, "driver", ".err");
        List<String> words = new ArrayList<>(JavaLaunch.withHeap(128));
        words.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClusterMain.class.getName(),
                        store.toString(),
                        input.name(),
                        recipe.inputs().getFirst()));
        Process process =
                new ProcessBuilder(words)
                        .redirectOutput(output.toFile())
                        .redirectError(errors.toFile())
                        .start();
        return new Running(process, output, errors);
    }
}
