package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.JavaLaunch;

/** What training does in a process that has the variables of a user. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TrainingTest {
    @TempDir private Path directory;

    /** The part with a server alone. */
    static final class Serving {
        private Serving() {}

        public static void main(String[] arguments) throws IOException {
            Training.serve(arguments[0]);
        }
    }

    @Test
    void serverAndClientLookAtNoVariableOfTheUser() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "0123456789abcdef0123\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        Path log = directory.resolve("server.log");
        serve(
                Map.of(
                        "SLUICE_SERVE_TOKEN_FILE", token.toString(),
                        "SLUICE_SERVE_LOG_FILE", log.toString()));
        assertFalse(Files.exists(log));
    }

    private void serve(Map<String, String> variables) throws Exception {
        String graph = directory.resolve("graph").toString();
        String source = Files.writeString(directory.resolve("links.tsv"), "5 6\n").toString();
        assertEquals(0, CommandRun.of("load", graph, source).status());
        List<String> command = JavaLaunch.withHeap(128);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Serving.class.getName(), graph));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            byte[] printed = process.getInputStream().readAllBytes();
            assertEquals(0, process.waitFor(), new String(printed, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
        // What the client wrote.
        assertEquals(0, CommandRun.of("absorb", graph).status());
        CommandRun count = CommandRun.of("query", graph, "count", "1", "1");
        assertEquals("count  1\ncomplete\n", count.output());
    }
}
