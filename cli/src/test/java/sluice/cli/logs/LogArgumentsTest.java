package sluice.cli.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import sluice.cli.CommandRun;

/** The loggers of Java are of the whole process: nothing else of this class may run beside it. */
@ResourceLock(Resources.GLOBAL)
class LogArgumentsTest {
    @TempDir private Path folder;

    @Test
    void loadTellsItsPhasesToTheFile() throws IOException {
        CommandRun run = load("--log-file", log().toString());
        assertEquals(0, run.status(), run.errors());
        List<String> lines = Files.readAllLines(log());
        assertTrue(lines.get(0).endsWith("load begins store=" + store()), lines.toString());
        assertTrue(
                lines.stream().anyMatch(line -> line.contains("all answers are complete seconds=")),
                lines.toString());
        assertTrue(lines.getLast().endsWith("load is complete store=" + store()), lines.toString());
    }

    @Test
    void failureThatEndsAVerbIsTheLastRecord() throws IOException {
        CommandRun run =
                load("--log-file", log().toString(), "--log-format", "json", "--no-such-option");
        assertEquals(2, run.status(), run.errors());
        run =
                CommandRun.of(
                        "load",
                        store().toString(),
                        folder.resolve("none.csv").toString(),
                        "--log-file",
                        log().toString(),
                        "--log-format",
                        "json");
        assertEquals(3, run.status(), run.errors());
        String last = Files.readAllLines(log()).getLast();
        assertTrue(last.startsWith("{\"time\":\"20"), last);
        assertTrue(last.contains("\"level\":\"ERROR\""), last);
        assertTrue(last.contains("none.csv"), last);
    }

    @Test
    void levelLeavesOutWhatIsBelowIt() throws IOException {
        CommandRun run = load("--log-file", log().toString(), "--log-level", "warning");
        assertEquals(0, run.status(), run.errors());
        assertTrue(!Files.exists(log()) || Files.size(log()) == 0);
    }

    @Test
    void valuesThatMakeNoSenseAreRefused() throws IOException {
        String[][] wrong = {
            {"--log-size", "10"},
            {"--log-keep", "-1"},
            {"--log-format", "xml"},
            {"--log-level", "loud"}
        };
        for (String[] options : wrong) {
            CommandRun run = load(options);
            assertEquals(2, run.status(), run.errors());
            assertTrue(run.errors().contains(options[0]), run.errors());
        }
        CommandRun run = load("--log-file", folder.resolve("none").resolve("log").toString());
        assertEquals(6, run.status(), run.errors());
        assertTrue(run.errors().contains("there is no directory"), run.errors());
    }

    @Test
    void serverThatIsStoppedSaysSoInItsLog() throws IOException, InterruptedException {
        assertEquals(0, load().status());
        Process server =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "sluice.cli.Main",
                                "serve",
                                store().toString(),
                                "--port",
                                "0",
                                "--http-port",
                                "-1",
                                "--log-file",
                                log().toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        try {
            while (server.isAlive()
                    && !(Files.exists(log())
                            && Files.readString(log()).contains(" serving store="))) {
                server.waitFor(50, TimeUnit.MILLISECONDS);
            }
            server.destroy();
            assertTrue(server.waitFor(60, TimeUnit.SECONDS), "SIGTERM ends it");
        } finally {
            server.destroyForcibly();
        }
        String text = Files.readString(log());
        assertTrue(text.contains("stopping: running requests end first\n"), text);
        assertTrue(text.endsWith("stopped, all writes are durable\n"), text);
    }

    private CommandRun load(String... options) throws IOException {
        Path links = folder.resolve("links.csv");
        Files.writeString(links, "1,2\n2,3\n");
        return CommandRun.of(
                Stream.concat(
                                Stream.of("load", store().toString(), links.toString()),
                                Stream.of(options))
                        .toArray(String[]::new));
    }

    private Path store() {
        return folder.resolve("store");
    }

    private Path log() {
        return folder.resolve("sluice.log");
    }
}
