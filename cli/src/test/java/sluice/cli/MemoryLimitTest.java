package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.options.OptionValues;
import sluice.testkit.Experiment;

/**
 * E11: the command as it is installed, with little memory and much input. What the process takes
 * beside pages of files stays below what it was told, in a control group that allows no more where
 * one can be made; the segments are those of a load with much memory. Needs what {@code mvn
 * package} makes.
 *
 * <p>{@code -DmemoryRows=} sets the links of the largest input, {@code -DmemorySizes=2} tries a
 * tenth of it too, and 512 MiB beside 256.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class MemoryLimitTest {
    private static final int ROWS = Experiment.size("memoryRows", 100_000, 10_000_000);
    private static final int SIZES = Experiment.size("memorySizes", 1, 2);
    private static final Path LAUNCHER = Path.of("..", "sluice");
    private static final Path BUILT = Path.of("target", "app", "sources");
    private static final String ROOMY = "2g";

    /** The least is the hardest. */
    private static final List<String> TIGHT =
            SIZES == 1 ? List.of("256m") : List.of("512m", "256m");

    private static final int POLL_MILLIS = 50;
    private static final String DATA =
            "the quick brown fox jumps over the lazy dog and runs into the dark blue night";

    @TempDir Path directory;
    private boolean grouped = true;

    private enum Shape {
        UNIFORM,
        POWER_LAW,
        /** Every second link is of one id, which is cut into several buckets. */
        SUPER_NODE,
        /** All links are of one id in one bucket, so that no list fits into memory. */
        ONE_LIST
    }

    /** A load that has ended. */
    private record Outcome(Path store, int status, long peakBytes, String errors) {
        Path orFail() {
            assertEquals(0, status, errors);
            return store;
        }
    }

    @Test
    void loadStaysWithinItsMemoryAndLeavesTheSameSegments()
            throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(BUILT), "not packaged yet: run mvn package first");
        try (Experiment experiment = new Experiment("E11 memory limits", 0)) {
            TreeMap<String, Long> peaks = new TreeMap<>();
            for (int size = 0, rows = ROWS; size < SIZES; size++, rows /= 10) {
                for (Shape shape : Shape.values()) {
                    Path source = write(shape, rows);
                    List<String> buckets =
                            shape == Shape.ONE_LIST ? List.of("--bucket-size", "1g") : List.of();
                    TreeMap<String, String> roomy =
                            segments(load(source, ROOMY, buckets, false).orFail());
                    for (String memory : TIGHT) {
                        peaks.merge(memory, tryLoad(source, memory, buckets, roomy), Math::max);
                        experiment.ran(1);
                    }
                    Files.delete(source);
                }
            }
            peaks.forEach((memory, peak) -> experiment.fact("peak MiB at " + memory, peak >> 20));
            experiment.fact("links", ROWS).fact("in a control group", grouped ? 1 : 0);
            experiment.passed();
        }
    }

    /** Loads with {@code memory} alone and says how much the process took. */
    private long tryLoad(
            Path source, String memory, List<String> buckets, TreeMap<String, String> roomy)
            throws IOException, InterruptedException {
        long told = new OptionValues.Bytes().convert(memory);
        Outcome outcome = load(source, memory, buckets, true);
        assertTrue(
                outcome.peakBytes() <= told,
                () -> "%s with %s took %d".formatted(source, memory, outcome.peakBytes()));
        assertEquals(roomy, segments(outcome.orFail()), () -> source + " with " + memory);
        return outcome.peakBytes();
    }

    private Outcome load(Path source, String memory, List<String> buckets, boolean inGroup)
            throws IOException, InterruptedException {
        Path store = directory.resolve("store-" + memory);
        delete(store);
        List<String> command = new ArrayList<>();
        command.addAll(
                List.of(
                        LAUNCHER.toAbsolutePath().normalize().toString(),
                        "load",
                        store.toString(),
                        source.toString(),
                        "--memory",
                        memory,
                        "--threads",
                        "2",
                        "--progress",
                        "none"));
        command.addAll(buckets);
        if (!inGroup) {
            return run(command, store);
        }
        try (MemoryGroup group = MemoryGroup.tryMake(new OptionValues.Bytes().convert(memory))) {
            grouped &= group != null;
            return run(group == null ? command : group.wrap(command), store);
        }
    }

    private Outcome run(List<String> command, Path store) throws IOException, InterruptedException {
        Path errors = directory.resolve("errors.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(errors.toFile());
        builder.environment().put("SLUICE_NO_BUILD", "1");
        Process process = builder.start();
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
        long peak = 0;
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, takenBytes(status));
        }
        return new Outcome(store, process.exitValue(), peak, Files.readString(errors));
    }

    /** What the process has that is no page of a file. */
    private static long takenBytes(Path status) {
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("RssAnon:") || line.startsWith("RssShmem:"))
                    .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]) << 10)
                    .sum();
        } catch (IOException | UncheckedIOException ended) {
            return 0;
        }
    }

    private static TreeMap<String, String> segments(Path store) throws IOException {
        TreeMap<String, String> segments = new TreeMap<>();
        try (Stream<Path> files = Files.list(store)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith("segment-")) {
                    CRC32C crc = new CRC32C();
                    crc.update(Files.readAllBytes(file));
                    segments.put(name, Files.size(file) + " " + crc.getValue());
                }
            }
        }
        assertTrue(!segments.isEmpty());
        return segments;
    }

    private Path write(Shape shape, int rows) throws IOException {
        SplittableRandom random = new SplittableRandom(rows);
        Path path = directory.resolve("%s-%d.tsv".formatted(shape, rows));
        try (BufferedWriter text = Files.newBufferedWriter(path)) {
            text.write("id1\tlink_type\tid2\ttime\tdata\n");
            for (int row = 0; row < rows; row++) {
                text.append(Long.toString(id1(shape, rows, random))).append("\t4\t");
                text.append(Long.toString(random.nextLong(rows))).append('\t');
                text.append(Long.toString(1_700_000_000_000L + random.nextInt())).append('\t');
                int from = random.nextInt(20);
                text.append(DATA, from, from + random.nextInt(20, 50)).append('\n');
            }
        }
        return path;
    }

    private static long id1(Shape shape, int rows, SplittableRandom random) {
        long uniform = random.nextLong(rows / 20 + 1);
        return switch (shape) {
            case UNIFORM -> uniform;
            case POWER_LAW -> (long) (rows / 20.0 * Math.pow(random.nextDouble(), 4));
            case ONE_LIST -> 77;
            case SUPER_NODE -> random.nextBoolean() ? 77 : uniform;
        };
    }

    private static void delete(Path store) throws IOException {
        if (Files.isDirectory(store)) {
            try (Stream<Path> files = Files.list(store)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(store);
        }
    }
}
