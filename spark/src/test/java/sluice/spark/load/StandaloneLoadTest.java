package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.ClusterLoad;
import sluice.cluster.load.ClusterSettings;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.testkit.Experiment;
import sluice.testkit.Pauses;

/**
 * K1 and K4 on a standalone cluster of two hosts: a load leaves the bytes of a load on one machine,
 * also if Spark has copies of slow tasks made on the other host, or if a host is lost.
 *
 * <p>{@code -Dslowed.loads=} says how many loads run with one host 20 times slower than the other.
 */
@EnabledOnOs(OS.LINUX)
class StandaloneLoadTest {
    private static final int LINKS = 12_000;
    private static final int TASKS = 8;
    private static final int SLOWED_LOADS = Experiment.size("slowed.loads", 0, 10);
    private static final String FAST = "127.0.0.1";
    private static final String SLOW = "127.0.0.2";

    @TempDir static Path directory;

    private static StandaloneCluster cluster;
    private static SparkContext spark;
    private static Path source;
    private static TreeMap<String, UUID> expected;

    private final List<String> notes = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void begin() throws IOException {
        cluster = StandaloneCluster.start(directory.resolve("cluster"));
        cluster.startWorker(FAST);
        cluster.startWorker(SLOW);
        source = EngineFixture.writeSource(directory.resolve("source"), LINKS, 1);
        expected = EngineFixture.alone(directory.resolve("alone"), source);
        spark =
                SparkContext.getOrCreate(
                        cluster.settings()
                                .set("spark.locality.wait", "0s")
                                .set("spark.speculation", "true")
                                .set("spark.speculation.interval", "50ms")
                                .set("spark.speculation.quantile", "0.5")
                                .set("spark.speculation.multiplier", "2"));
        spark.setLogLevel("OFF");
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
        cluster.close();
    }

    @BeforeEach
    void bothHostsWork() throws IOException {
        // Spark may not have missed yet what a test killed.
        cluster.awaitExecutors(spark);
        cluster.startWorker(FAST);
        cluster.startWorker(SLOW);
        cluster.awaitExecutors(spark);
    }

    @Test
    void copiesOfSlowTasksChangeNothing() throws IOException {
        SlowHost slow = new SlowHost(cluster, SLOW);
        spark.addSparkListener(slow);
        Path store = directory.resolve("copies");
        try (SparkStore opened = SparkStore.create(store.toString())) {
            ClusterLoad.run(
                    StorePlace.directory(opened.storage(), "copies"),
                    SourceRecipe.of(List.of(source.toString())),
                    slow.stoppedBy(new SparkEngine(spark, store.toString(), notes::add)),
                    new ClusterSettings(
                            options(),
                            TASKS,
                            SparkLoad.driver(spark),
                            new LoadProgress(),
                            LoadEvents.NONE));
        } finally {
            spark.removeSparkListener(slow);
            slow.resume();
        }
        assertEquals(List.of(), slow.failures());
        for (String phase : List.of("stage", "build")) {
            assertTrue(
                    slow.copied().stream().anyMatch(task -> task.contains(": " + phase)),
                    () -> phase + ": no task had two attempts; " + slow.copied() + notes);
        }
        assertEquals(expected, EngineFixture.bytes(store));
    }

    /** Attempts of both hosts run to their ends, and meet. */
    @Test
    @Tag(Experiment.TAG)
    void hostThatIsTwentyTimesSlowerChangesNothing() throws IOException {
        Assumptions.assumeTrue(SLOWED_LOADS > 0);
        SlowHost counted = new SlowHost(cluster, SLOW);
        spark.addSparkListener(counted);
        List<Pauses.Slowed> slowed = new ArrayList<>();
        try {
            for (ProcessHandle executor : cluster.executors(SLOW)) {
                slowed.add(Pauses.slow(executor.pid(), 20));
            }
            for (int load = 0; load < SLOWED_LOADS; load++) {
                Path store = directory.resolve("slowed-" + load);
                load(store).run(SourceRecipe.of(List.of(source.toString())));
                assertEquals(expected, EngineFixture.bytes(store));
            }
        } finally {
            spark.removeSparkListener(counted);
            for (Pauses.Slowed each : slowed) {
                each.close();
            }
        }
        System.out.printf(
                "K4: %d loads, %d tasks begun on both hosts%n",
                SLOWED_LOADS, counted.copied().size());
        assertTrue(counted.copied().size() >= SLOWED_LOADS, () -> counted.copied().toString());
    }

    @Test
    void hostThatIsLostChangesNothing() throws IOException {
        AtomicBoolean isKilled = new AtomicBoolean();
        SparkListener loss =
                new SparkListener() {
                    private int tasks;

                    @Override
                    public void onTaskStart(SparkListenerTaskStart start) {
                        if (start.taskInfo().host().equals(SLOW) && ++tasks == 2) {
                            cluster.kill(SLOW);
                            isKilled.set(true);
                        }
                    }
                };
        spark.addSparkListener(loss);
        Path store = directory.resolve("lost");
        try {
            load(store).run(SourceRecipe.of(List.of(source.toString())));
        } finally {
            spark.removeSparkListener(loss);
        }
        // Copies on the other host may have ended the load before Spark missed an executor.
        assertTrue(isKilled.get(), "killed while tasks ran");
        assertEquals(List.of(), cluster.executors(SLOW));
        assertEquals(expected, EngineFixture.bytes(store));
    }

    private SparkLoad load(Path store) {
        return new SparkLoad(spark, store.toString(), options(), TASKS, notes::add);
    }

    /** Small chunks, so that there are several tasks of each kind. */
    private static LoadOptions options() {
        return EngineFixture.options().withChunkBytes(64 << 10);
    }
}
