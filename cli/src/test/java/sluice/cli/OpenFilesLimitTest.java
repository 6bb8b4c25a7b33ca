package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.JavaLaunch;

/** A server that may open too few files says so and ends, whichever file it was. */
@DisabledOnOs(OS.WINDOWS)
class OpenFilesLimitTest {
    @TempDir Path directory;

    @Test
    void aServerThatMayOpenTooFewFilesSaysSoAndEnds() throws IOException, InterruptedException {
        Path source = Files.writeString(directory.resolve("pairs.txt"), "1\t2\n1\t3\n");
        Path store = directory.resolve("store");
        CommandRun load = CommandRun.of("load", store.toString(), source.toString());
        assertEquals(0, load.status(), load.errors());
        for (int left : new int[] {8, 16}) {
            Process server = serve(store, left);
            try {
                assertTrue(server.waitFor(60, TimeUnit.SECONDS), "it ends");
                String said =
                        new String(server.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
                assertEquals(6, server.exitValue(), said);
                assertTrue(said.contains("Too many open files"), said);
                assertTrue(said.contains("ulimit -n"), said);
            } finally {
                server.destroyForcibly();
            }
        }
    }

    private static Process serve(Path store, int left) throws IOException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("sh", "-c", "ulimit -n 256 && exec \"$@\"", "sh"));
        command.addAll(JavaLaunch.withHeap(128));
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        FewFilesMain.class.getName(),
                        Integer.toString(left),
                        "serve",
                        store.toString(),
                        "--port",
                        "0",
                        "--http-port",
                        "0"));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C");
        return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }
}
