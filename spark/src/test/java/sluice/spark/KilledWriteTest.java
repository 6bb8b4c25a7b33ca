package sluice.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.spark.load.SubmittedLoad;
import sluice.storage.DirectoryStorage;
import sluice.storage.FileEntry;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.testkit.Experiment;

/**
 * Q2: the driver of a write is killed while Spark writes the rows, while they are staged, and while
 * segments are built. After the next write all rows of the killed one are there, or none, and the
 * store has no file that its manifest does not name.
 *
 * <p>{@code -Dwriters=} says how many are killed; above three also with executors in other
 * processes, which outlive their driver for a while.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class KilledWriteTest {
    private static final int WRITERS = Experiment.size("writers", 1, 18);
    private static final int ROWS = 50_000;
    private static final long FIRST = 1_000_000;

    @TempDir static Path directory;

    private static SparkSession spark;

    /** How far a write is that is killed. */
    private enum Moment {
        STAGING,
        BUILDING,
        ROWS;

        boolean isReached(Path store) throws IOException {
            return switch (this) {
                case ROWS -> hasRows(store);
                case STAGING -> !files(store, "run-").isEmpty();
                case BUILDING -> !files(store, "segment-000002-").isEmpty();
            };
        }

        private static boolean hasRows(Path store) throws IOException {
            for (Path folder : beside(store)) {
                try (Stream<Path> files = Files.walk(folder)) {
                    if (files.anyMatch(path -> path.toString().endsWith(".parquet"))) {
                        return true;
                    }
                } catch (UncheckedIOException _) {
                    // A folder of Spark's own has gone since.
                    return true;
                }
            }
            return false;
        }
    }

    @BeforeAll
    static void begin() {
        spark = SparkFixture.silent(directory);
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @Test
    void killedWriteIsInTheStoreAsAWholeOrNotAtAll() throws IOException, InterruptedException {
        for (int writer = 0; writer < WRITERS; writer++) {
            Moment moment = Moment.values()[writer % 3];
            boolean isCluster = writer / 3 % 2 == 1;
            Path store = directory.resolve("store-" + writer);
            append(store, 0, 100);
            SubmittedLoad write =
                    SubmittedLoad.start(
                            directory,
                            isCluster ? SubmittedLoad.CLUSTER : "local[2]",
                            "512m",
                            settings(),
                            WriteMain.class,
                            List.of(store.toString(), FIRST + "", FIRST + ROWS + ""));
            while (write.process().isAlive() && !moment.isReached(store)) {
                write.process().waitFor(5, TimeUnit.MILLISECONDS);
            }
            assertTrue(write.process().isAlive(), () -> said(write));
            write.kill();
            checkAfter(store, moment);
        }
    }

    /** As those of the sessions of other tests: to compile queries costs more than they do. */
    private static List<String> settings() {
        return List.of(
                "spark.sql.codegen.wholeStage=false",
                "spark.sql.codegen.factoryMode=NO_CODEGEN",
                "spark.sql.adaptive.enabled=false",
                "spark.sql.warehouse.dir=" + directory.resolve("warehouse"));
    }

    private static String said(SubmittedLoad write) {
        try {
            return write.text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void checkAfter(Path store, Moment moment) throws IOException {
        append(store, 500, 501);
        Dataset<Row> links = spark.read().format("sluice").load(store.toString());
        assertEquals(1, links.filter("id1 = 500").count(), moment::name);
        assertEquals(100, links.filter("id1 < 500").count(), moment::name);
        long written = links.filter("id1 >= " + FIRST).count();
        Set<Long> allowed =
                switch (moment) {
                    case ROWS -> Set.of(0L);
                    case STAGING -> Set.of(0L, (long) ROWS);
                    case BUILDING -> Set.of((long) ROWS);
                };
        assertTrue(allowed.contains(written), () -> moment + ": " + written);
        if (written > 0) {
            long right =
                    links.filter(
                                    "id2 = id1 + 1 AND link_type = 7 AND"
                                            + " CAST(data AS STRING) = CONCAT('text ', id1)")
                            .count();
            assertEquals(written + 101, right);
        }
        assertEquals(Set.of(), unnamed(store), moment::name);
        if (moment != Moment.ROWS) {
            assertEquals(List.of(), beside(store), moment::name);
        }
    }

    private static void append(Path store, long first, long end) {
        spark.sql(WriteMain.query(first, end))
                .write()
                .format("sluice")
                .mode("append")
                .save(store.toString());
    }

    /** The files that the manifest of {@code store} does not name. */
    private static Set<String> unnamed(Path store) throws IOException {
        Manifest manifest = ManifestFile.read(DirectoryStorage.open(store)).orElseThrow();
        Set<String> names = new TreeSet<>(files(store, ""));
        names.removeAll(Set.of("manifest", "lock"));
        names.removeAll(manifest.files().stream().map(FileEntry::name).collect(Collectors.toSet()));
        return names;
    }

    private static List<String> files(Path store, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .toList();
        }
    }

    /** The folders of rows that are being written beside {@code store}. */
    private static List<Path> beside(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store.getParent())) {
            return files.filter(file -> file.toString().startsWith(store + ".writing-")).toList();
        }
    }
}
