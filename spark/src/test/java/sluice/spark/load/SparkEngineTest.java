package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.cluster.load.task.Attempt;
import sluice.cluster.load.task.Task;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.MappingText;
import sluice.load.LoadResult;
import sluice.load.files.LoadLock;
import sluice.load.job.LoadEvents;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.spark.FolderStorage;
import sluice.storage.DirectoryStorage;
import sluice.store.Manifest;

/** A load by Spark leaves the bytes of a load on one machine, or says why it did not. */
class SparkEngineTest {
    private static final int LINKS = 12_000;

    @TempDir static Path directory;

    private static SparkContext spark;
    private static Path source;
    private static TreeMap<String, UUID> expected;

    private final List<String> notes = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void begin() throws IOException {
        SparkConf conf =
                new SparkConf()
                        .setMaster("local[2,3]")
                        .setAppName("sluice")
                        .set("spark.ui.enabled", "false")
                        .set("spark.driver.host", "127.0.0.1")
                        .set("spark.driver.bindAddress", "127.0.0.1")
                        .set("spark.local.dir", directory.resolve("spark").toString())
                        .set("spark.hadoop.folder.key", "given");
        spark = SparkContext.getOrCreate(conf);
        spark.setLogLevel("OFF");
        source = EngineFixture.writeSource(directory.resolve("source"), LINKS, 1);
        expected = EngineFixture.alone(directory.resolve("alone"), source);
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @Test
    void loadLeavesTheBytesOfALoadOnOneMachine() throws IOException {
        Path store = directory.resolve("same");
        LoadResult result = load(store, 6).run(recipe(source));
        assertEquals(expected, EngineFixture.bytes(store));
        assertEquals(LINKS + LINKS / 20, result.rowsRead());
        assertEquals(List.of(), notes);
        assertTrue(load(store, 6).run(recipe(source)).alreadyComplete());
    }

    /** No process has the store, or the source, in a directory that it names. */
    @Test
    void loadFromAndIntoAddressesLeavesTheSameBytes() throws IOException {
        Path store = directory.resolve("shared");
        Path mapping =
                Files.writeString(directory.resolve("mapping.yaml"), "defaults: {ids: numbers}\n");
        SourceRecipe recipe =
                new SourceRecipe(
                        List.of(FolderStorage.address(source)),
                        MappingText.read(mapping),
                        FactOptions.NONE,
                        null,
                        0);
        // The plan has the text of the mapping.
        Files.delete(mapping);
        String address = FolderStorage.address(store);
        LoadResult result =
                new SparkLoad(spark, address, EngineFixture.options(), 6, notes::add).run(recipe);
        assertEquals(segments(expected), segments(EngineFixture.bytes(store)));
        assertEquals(LINKS + LINKS / 20, result.rowsRead());
        assertEquals(List.of(), notes);
        List<String> left = DirectoryStorage.open(store).list();
        assertTrue(left.stream().noneMatch(name -> name.startsWith("run-")), left::toString);
    }

    /** Spark prefers the hosts that have the source. */
    @Test
    void tasksPreferTheHostsOfTheirSource() {
        Task task = new Task(Task.Kind.STAGE, 0);
        RDD<byte[]> orders =
                SparkJobs.rdd(
                        spark,
                        new OrderText("folder:///store", "plan", 1),
                        List.of(
                                new Attempt(task, 1, List.of("a", "b")),
                                new Attempt(task, 2, List.of())));
        assertEquals(2, orders.partitions().length);
        assertEquals("List(a, b)", orders.preferredLocations(orders.partitions()[0]).toString());
        assertEquals("List()", orders.preferredLocations(orders.partitions()[1]).toString());
    }

    /** Another driver goes on, and what was published is not made again. */
    @Test
    void nextDriverGoesOnAtAnAddress() throws IOException {
        for (int steps : new int[] {2, 8}) {
            Path store = directory.resolve("shared-resumed-" + steps);
            String address = FolderStorage.address(store);
            SourceRecipe recipe = recipe(source);
            StopAfter stop = new StopAfter(steps);
            assertThrows(
                    SluiceException.class,
                    () ->
                            new SparkLoad(spark, address, EngineFixture.options(), 6, notes::add)
                                    .run(recipe, stop));
            new SparkLoad(spark, address + "/", EngineFixture.options(), 3, notes::add).run(recipe);
            assertEquals(segments(expected), segments(EngineFixture.bytes(store)));
        }
    }

    private static TreeMap<String, UUID> segments(TreeMap<String, UUID> files) {
        TreeMap<String, UUID> segments = new TreeMap<>(files);
        segments.keySet().removeIf(name -> !name.startsWith("segment-"));
        return segments;
    }

    /** A driver that stops, at any moment, leaves what the next one goes on from. */
    @Test
    void nextDriverFinishesWithTheSameBytes() throws IOException {
        for (int steps : new int[] {0, 2, 5, 8}) {
            Path store = directory.resolve("resumed-" + steps);
            StopAfter stop = new StopAfter(steps);
            SluiceException stopped =
                    assertThrows(
                            SluiceException.class, () -> load(store, 6).run(recipe(source), stop));
            assertEquals(ErrorCode.INTERRUPTED, stopped.code());
            load(store, 3).run(recipe(source));
            assertEquals(expected, EngineFixture.bytes(store));
        }
    }

    @Test
    void secondDriverIsRefusedWhileTheFirstOneLoads() throws IOException {
        Path store = directory.resolve("locked");
        try (Closeable _ = LoadLock.take(DirectoryStorage.create(store))) {
            SluiceException failure =
                    assertThrows(SluiceException.class, () -> load(store, 2).run(recipe(source)));
            assertEquals(ErrorCode.STORE, failure.code());
        }
    }

    @Test
    void rowThatCannotBeReadStopsTheLoadAsOnOneMachine() throws IOException {
        Path bad = EngineFixture.writeSource(directory.resolve("bad"), 3000, 2);
        Files.writeString(
                bad.resolve("links1.csv"), "1,2,noon,a bad row\n", StandardOpenOption.APPEND);
        Path store = directory.resolve("stopped");
        SluiceException alone =
                assertThrows(
                        SluiceException.class,
                        () -> EngineFixture.alone(directory.resolve("stopped-alone"), bad));
        SluiceException failure =
                assertThrows(SluiceException.class, () -> load(store, 4).run(recipe(bad)));
        assertEquals(alone.getMessage(), failure.getMessage());
        assertEquals(ErrorCode.INPUT, failure.code());
    }

    /** Spark tries again what may pass, and says so; then the load ends and names the task. */
    @Test
    void failureThatMayPassIsTriedAgainBySpark() throws IOException {
        Path gone = EngineFixture.writeSource(directory.resolve("gone"), 3000, 3);
        Path store = directory.resolve("blocked");
        SourceRecipe recipe = recipe(gone);
        SparkLoad load = load(store, 4);
        Path blocked = store.resolve("run-000001-000002-000000-000");
        SluiceException failure =
                assertThrows(SluiceException.class, () -> load.run(recipe, new BlockRun(blocked)));
        assertTrue(String.valueOf(failure.getMessage()).contains("stage task"), failure::toString);
        assertTrue(
                notes.stream().anyMatch(note -> note.contains("attempt 2 on executor driver")),
                notes::toString);
        Files.delete(blocked.resolve("file"));
        Files.delete(blocked);
        load(store, 4).run(recipe);
        assertEquals(
                EngineFixture.alone(directory.resolve("blocked-alone"), gone),
                EngineFixture.bytes(store));
    }

    @Test
    void sourceFileThatVanishesEndsTheLoadWithThatReason() throws IOException {
        Path folder = EngineFixture.writeSource(directory.resolve("vanishing"), 3000, 4);
        LoadEvents vanish =
                new LoadEvents() {
                    @Override
                    public void published(Manifest manifest) {
                        try {
                            Files.deleteIfExists(folder.resolve("links2.csv"));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }
                };
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> load(directory.resolve("vanished"), 4).run(recipe(folder), vanish));
        assertEquals(ErrorCode.INPUT, failure.code());
        assertTrue(
                String.valueOf(failure.getMessage()).contains("not the one that the load began"),
                failure::toString);
    }

    private SparkLoad load(Path store, int tasks) {
        return new SparkLoad(spark, store.toString(), EngineFixture.options(), tasks, notes::add);
    }

    private static SourceRecipe recipe(Path folder) {
        return SourceRecipe.of(List.of(folder.toString()));
    }

    /** A directory where a run is to be: no attempt can publish it. */
    private record BlockRun(Path path) implements LoadEvents {
        @Override
        public void published(Manifest manifest) {
            try {
                Files.createDirectories(path);
                Files.write(path.resolve("file"), new byte[1]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Stops a load once its driver has asked so often whether to stop. */
    private static final class StopAfter implements LoadEvents {
        private int left;

        StopAfter(int steps) {
            this.left = steps;
        }

        @Override
        public boolean stopRequested() {
            return left-- <= 0;
        }
    }
}
