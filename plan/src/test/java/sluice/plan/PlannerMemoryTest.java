package sluice.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.JavaLaunch;

/** A large plan in a small heap. */
class PlannerMemoryTest {
    private static final int HEAP_MEBIBYTES = 64;

    @TempDir private Path directory;

    /** The table itself is in these 64 MiB, too. */
    @Test
    void aHundredThousandPartitionsArePlannedIn64MebibytesOfHeap()
            throws IOException, InterruptedException {
        List<String> command = JavaLaunch.withHeap(HEAP_MEBIBYTES);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(PlannerMemoryTest.class.getName());
        Path output = directory.resolve("output");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        assertEquals(0, process.waitFor(), () -> said(output));
    }

    private static String said(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Plans, in a process of its own. */
    public static void main(String[] arguments) {
        Instance instance = new Instance(PlannerTest.largeTable(true));
        Solution solution = MovePlanner.solve(instance, PlanMode.REFINED);
        if (solution.cost() * 1000 < LowerBound.thousandths(instance)) {
            throw new AssertionError("below the bound: " + solution.cost());
        }
    }
}
