package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.testkit.Experiment;

/**
 * K2: an executor of a standalone cluster is killed by {@code kill -9} at a random moment of each
 * phase of a load, load after load. Each store has the bytes of a load on one machine, and no task
 * that had ended was begun again.
 *
 * <p>{@code -Dexecutor.kills=} says how many kills in each phase.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class KilledExecutorTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int KILLS = Experiment.size("executor.kills", 0, 50);
    private static final int TASKS = 12;
    private static final int LINKS = 40_000;
    private static final List<String> PHASES = List.of("scan", "names", "merge", "stage", "build");
    private static final List<String> HOSTS = List.of("127.0.0.1", "127.0.0.2");

    @TempDir Path directory;

    @Test
    void killedExecutorsChangeNothing() throws IOException {
        Assumptions.assumeTrue(KILLS > 0);
        Path source = writeSource(directory.resolve("source"));
        TreeMap<String, UUID> expected = EngineFixture.alone(directory.resolve("alone"), source);
        try (StandaloneCluster cluster = StandaloneCluster.start(directory.resolve("cluster"))) {
            for (String host : HOSTS) {
                cluster.startWorker(host);
            }
            SparkContext spark =
                    SparkContext.getOrCreate(cluster.settings().set("spark.locality.wait", "0s"));
            try (Experiment experiment = new Experiment("K2 kill -9 of an executor", SEED)) {
                spark.setLogLevel("OFF");
                cluster.awaitExecutors(spark);
                ExecutorKiller killer =
                        new ExecutorKiller(() -> executors(cluster), new SplittableRandom(SEED));
                spark.addSparkListener(killer);
                kill(spark, killer, source, expected, experiment);
            } finally {
                spark.stop();
            }
        }
    }

    private void kill(
            SparkContext spark,
            ExecutorKiller killer,
            Path source,
            TreeMap<String, UUID> expected,
            Experiment experiment)
            throws IOException {
        // The first one warms the executors up.
        check(spark, source, expected, "warm");
        check(spark, source, expected, "undisturbed");
        assertEquals(Set.copyOf(PHASES), killer.phases());
        killer.begin(KILLS);
        int loads = 0;
        while (killer.killsMin() < KILLS) {
            check(spark, source, expected, "killed-" + loads++);
            assertEquals(List.of(), killer.begunAgain());
            assertTrue(loads < 20 * KILLS, () -> "too few kills: " + killer.kills());
        }
        for (String phase : PHASES) {
            int kills = killer.kills().getOrDefault(phase, 0);
            experiment.ran(kills);
            experiment.fact("in phase " + phase, kills);
        }
        int lost = killer.lostAttempts();
        assertTrue(lost > KILLS, lost + " attempts were lost");
        experiment.fact("loads", loads).fact("attempts lost", lost).passed();
    }

    private static List<ProcessHandle> executors(StandaloneCluster cluster) {
        return HOSTS.stream().flatMap(host -> cluster.executors(host).stream()).toList();
    }

    private void check(SparkContext spark, Path source, TreeMap<String, UUID> expected, String name)
            throws IOException {
        Path store = directory.resolve(name);
        new SparkLoad(
                        spark,
                        store.toString(),
                        EngineFixture.options().withChunkBytes(64 << 10),
                        TASKS,
                        _ -> {})
                .run(SourceRecipe.of(List.of(source.toString())));
        assertEquals(expected, EngineFixture.bytes(store), name);
        SparkStore.deleteTree(store);
    }

    /** Names as ids and types, and quoted line ends, so that a load has all phases. */
    private static Path writeSource(Path folder) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        Files.createDirectories(folder);
        for (int file = 0; file < 4; file++) {
            try (Writer rows = Files.newBufferedWriter(folder.resolve("links" + file + ".csv"))) {
                rows.write(":START_ID(person),:END_ID(person),:TYPE,data\n");
                for (int row = 0; row < LINKS / 4; row++) {
                    rows.write(
                            "person %d,person %d,type %d,\"row %d,\nof some length\"\n"
                                    .formatted(
                                            random.nextInt(LINKS / 10),
                                            random.nextInt(LINKS / 10),
                                            row % 5,
                                            random.nextInt(LINKS)));
                }
            }
        }
        return folder;
    }
}
