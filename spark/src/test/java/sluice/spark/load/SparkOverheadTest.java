package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.Experiment;
import sluice.testkit.JavaLaunch;

/**
 * K9: how much longer a load takes by two executors of one core than on one machine with two
 * threads. Prints both, and the ratio. Seconds are those that the loads say themselves. The load
 * begins when both executors run, so that the start of Spark is not counted; processor time is that
 * of all processes from the moment when the store is there.
 *
 * <p>{@code -Doverhead.links=} says how many links of 70 bytes, {@code -Doverhead.turns=} how
 * often.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class SparkOverheadTest {
    private static final int LINKS = Experiment.size("overhead.links", 0, 10_000_000);
    private static final int TURNS = Experiment.size("overhead.turns", 1, 1);
    private static final Pattern SECONDS = Pattern.compile("to uptime: (\\S+), in all: (\\S+)");
    private static final int WAIT_MINUTES = 60;

    @TempDir Path directory;

    private record Taken(double uptimeSeconds, double seconds, double processorSeconds) {}

    @Test
    void overheadOfTwoExecutors() throws IOException, InterruptedException {
        Assumptions.assumeTrue(LINKS > 0);
        Path source = writeLinks(directory.resolve("links.tsv"));
        for (int turn = 0; turn < TURNS; turn++) {
            Path one = directory.resolve("one-" + turn);
            Path two = directory.resolve("two-" + turn);
            Taken alone = alone(one, source);
            Taken spark = spark(two, source);
            assertEquals(EngineFixture.bytes(one), EngineFixture.bytes(two));
            System.out.printf(
                    Locale.ROOT,
                    "K9, %,d links: one machine %.1f s (uptime %.1f s, processor %.1f s), Spark"
                            + " %.1f s (uptime %.1f s, processor %.1f s), ratio %.2f (processor"
                            + " %.2f)%n",
                    LINKS,
                    alone.seconds,
                    alone.uptimeSeconds,
                    alone.processorSeconds,
                    spark.seconds,
                    spark.uptimeSeconds,
                    spark.processorSeconds,
                    spark.seconds / alone.seconds,
                    spark.processorSeconds / alone.processorSeconds);
            delete(one);
            delete(two);
        }
    }

    private Taken alone(Path store, Path source) throws IOException, InterruptedException {
        Path log = directory.resolve("alone.log");
        List<String> words = new ArrayList<>(JavaLaunch.withHeap(512));
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        words.addAll(List.of(PlainLoadMain.class.getName(), store.toString(), source.toString()));
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        return taken(process, log, store);
    }

    private Taken spark(Path store, Path source) throws IOException, InterruptedException {
        SubmittedLoad load =
                SubmittedLoad.start(
                        directory,
                        "local-cluster[2,1,1024]",
                        "1024m",
                        List.of(
                                "spark.cores.max=2",
                                "spark.scheduler.minRegisteredResourcesRatio=1.0"),
                        List.of(store.toString(), source.toString()));
        return taken(load.process(), load.log(), store);
    }

    private static Taken taken(Process process, Path log, Path store)
            throws IOException, InterruptedException {
        Map<Long, Duration> used = new HashMap<>();
        double before = 0;
        boolean hasBegun = false;
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(WAIT_MINUTES);
        while (process.isAlive() && System.nanoTime() < end) {
            Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .forEach(
                            each ->
                                    each.info()
                                            .totalCpuDuration()
                                            .ifPresent(time -> used.put(each.pid(), time)));
            if (!hasBegun && Files.isDirectory(store)) {
                hasBegun = true;
                before = seconds(used);
            }
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
        String text = Files.readString(log);
        assertEquals(0, process.waitFor(), text);
        Matcher seconds = SECONDS.matcher(text);
        assertEquals(true, seconds.find(), text);
        return new Taken(
                Double.parseDouble(seconds.group(1)),
                Double.parseDouble(seconds.group(2)),
                seconds(used) - before);
    }

    private static double seconds(Map<Long, Duration> used) {
        return used.values().stream().mapToDouble(time -> time.toMillis() / 1e3).sum();
    }

    /** Links as a dump of LinkBench has them: skewed, in no order, 70 bytes on average. */
    private static Path writeLinks(Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            out.write("id1\tlink_type\tid2\ttime\tdata\n".getBytes(StandardCharsets.UTF_8));
            StringBuilder line = new StringBuilder();
            for (int link = 0; link < LINKS; link++) {
                line.setLength(0);
                line.append(id(random)).append('\t').append(123_456_789 + link % 3).append('\t');
                line.append(id(random)).append('\t').append(1_700_000_000_000L + link).append('\t');
                line.append("payload of a link ").append(random.nextLong(1L << 40)).append('\n');
                out.write(line.toString().getBytes(StandardCharsets.US_ASCII));
            }
        }
        return file;
    }

    private static long id(SplittableRandom random) {
        double place = random.nextDouble();
        return (long) (place * place * (LINKS / 8));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
