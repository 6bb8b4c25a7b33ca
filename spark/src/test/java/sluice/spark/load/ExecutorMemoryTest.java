package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.job.LoadOptions;
import sluice.load.job.MemoryPlan;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.spark.FolderStorage;
import sluice.testkit.Experiment;

/**
 * K8: the memory of an executor stays within its plan and a tenth, with one task that stages, and
 * one that builds, many times the rows that fit into its pool; and an executor with too little
 * scratch is refused before any work.
 *
 * <p>{@code -Dpools=} says how many times.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class ExecutorMemoryTest {
    private static final int POOLS = Experiment.size("pools", 0, 20);
    private static final long MIB = 1 << 20;
    private static final long TASK_BYTES = 64 * MIB;

    /** docs/spark.md: what an executor needs beside the memory of its tasks. */
    private static final long OTHER_BYTES = 512 * MIB;

    /** A row of a pool, without its data. */
    private static final int ROW_BYTES = 40;

    private static final int DATA_BYTES = 24;

    @TempDir Path directory;

    @Test
    void memoryStaysWithinThePlanAtManyTimesThePool() throws IOException, InterruptedException {
        Assumptions.assumeTrue(POOLS > 0);
        LoadOptions options = SparkLoad.options(TASK_BYTES);
        long poolBytes = MemoryPlan.ofTasks(options).poolBytes();
        long rows = POOLS * poolBytes / (ROW_BYTES + DATA_BYTES);
        // One packed file is one task, and all rows are one bucket.
        Path source = write(directory.resolve("links.tsv.gz"), rows);
        long plan = TASK_BYTES + OTHER_BYTES;
        try (Experiment experiment = new Experiment("K8 memory of an executor", 0)) {
            SubmittedLoad load =
                    SubmittedLoad.start(
                            directory,
                            "local-cluster[1,1," + plan / MIB + "]",
                            plan / MIB + "m",
                            List.of(),
                            List.of(
                                    "--task-memory",
                                    TASK_BYTES / MIB + "m",
                                    "--bucket-size",
                                    "1g",
                                    directory.resolve("store").toString(),
                                    source.toString()));
            long peak = 0;
            while (!load.process().waitFor(20, TimeUnit.MILLISECONDS)) {
                for (ProcessHandle executor : load.executors()) {
                    peak = Math.max(peak, anonymousBytes(executor));
                }
            }
            assertEquals(0, load.waitForEnd(), load.text());
            experiment.fact("pools of rows", POOLS).fact("links", rows);
            experiment.fact("plan MiB", plan / MIB).fact("peak MiB", peak / MIB);
            assertTrue(peak > 0 && peak <= plan / 10 * 11, peak / MIB + " MiB of " + plan / MIB);
            experiment.ran(1);
            experiment.passed();
        }
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    private static Path write(Path file, long rows) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        String data = "x".repeat(DATA_BYTES);
        try (OutputStream gzip = new FastGzip(Files.newOutputStream(file))) {
            StringBuilder text = new StringBuilder("id1\tid2\ttime\tdata\n");
            for (long row = 0; row < rows; row++) {
                text.append(random.nextInt(1 << 24)).append('\t').append(random.nextInt(1 << 24));
                text.append('\t').append(row).append('\t').append(data).append('\n');
                if (text.length() > 1 << 16) {
                    gzip.write(text.toString().getBytes(StandardCharsets.US_ASCII));
                    text.setLength(0);
                }
            }
            gzip.write(text.toString().getBytes(StandardCharsets.US_ASCII));
        }
        return file;
    }

    private static long anonymousBytes(ProcessHandle process) {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("RssAnon:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .sum();
        } catch (IOException | java.io.UncheckedIOException _) {
            // It has ended.
            return 0;
        }
    }

    /** The folder of Spark is on a disk of 24 MiB, and a pool of rows takes more. */
    @Test
    void tooLittleScratchIsRefusedBeforeWork() throws IOException, InterruptedException {
        Assumptions.assumeTrue(POOLS > 0);
        Path disk = Files.createDirectories(directory.resolve("disk"));
        boolean isMounted =
                succeeds("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.toString());
        Assumptions.assumeTrue(isMounted, "a tmpfs cannot be mounted here: run as root");
        try {
            refuse(disk);
        } finally {
            assertTrue(succeeds("umount", "-l", disk.toString()));
        }
    }

    private void refuse(Path disk) throws IOException {
        Path source = EngineFixture.writeSource(directory.resolve("source"), 3000, 1);
        Path store = directory.resolve("small");
        SparkContext spark =
                SparkContext.getOrCreate(
                        new SparkConf()
                                .setMaster("local[1]")
                                .setAppName("sluice")
                                .set("spark.ui.enabled", "false")
                                .set("spark.driver.host", "127.0.0.1")
                                .set("spark.driver.bindAddress", "127.0.0.1")
                                .set("spark.local.dir", disk.toString())
                                .set("spark.hadoop.folder.key", "given"));
        List<String> notes = new ArrayList<>();
        try {
            spark.setLogLevel("OFF");
            SparkLoad load =
                    new SparkLoad(
                            spark,
                            FolderStorage.address(store),
                            SparkLoad.options(TASK_BYTES),
                            4,
                            notes::add);
            SluiceException refused =
                    assertThrows(
                            SluiceException.class,
                            () -> load.run(SourceRecipe.of(List.of(source.toString()))));
            assertEquals(ErrorCode.RESOURCE, refused.code());
            String message = String.valueOf(refused.getMessage());
            assertTrue(message.contains("free in Spark's scratch folder, and needs"), message);
        } finally {
            spark.stop();
        }
        // Not repeated, and nothing was made.
        assertEquals(List.of(), notes);
        try (Stream<Path> files = Files.list(store)) {
            List<String> names = files.map(file -> file.getFileName().toString()).toList();
            assertTrue(
                    names.stream().noneMatch(name -> name.matches("(run|segment|start).*")),
                    names::toString);
        }
    }

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
