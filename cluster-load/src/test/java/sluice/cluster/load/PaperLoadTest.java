package sluice.cluster.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.Experiment;
import sluice.testkit.JavaLaunch;

/**
 * K10, and of K9 the heap of the driver: 10^12 links on paper are 10^12 in simulation.
 *
 * <p>{@code -Dpaper.millis=} says how long tasks take at most; on paper a stage task takes 29 s.
 * The longer, the more manifests are made.
 */
@EnabledOnOs(OS.LINUX)
@Tag(Experiment.TAG)
class PaperLoadTest {
    private static final int MILLIS = Experiment.size("paper.millis", 3000, 58_000);
    private static final int HEAP_MIB = 512;
    private static final int SECONDS_MAX = 60;

    @TempDir Path directory;

    @Test
    void tenToTheTwelveLinksArePlannedDrivenAndCommitted()
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(JavaLaunch.withHeap(HEAP_MIB));
        Path source = Files.createDirectory(directory.resolve("source"));
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        PaperLoad.class.getName(),
                        source.toString(),
                        Integer.toString(MILLIS)));
        Path output = directory.resolve("output");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        boolean ended = process.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertTrue(ended, text);
        assertEquals(0, process.exitValue(), text);
        assertTrue(text.contains(" ranges of runs"), text);
        System.out.print(text);
    }
}
