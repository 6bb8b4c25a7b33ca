package sluice.experiments.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;
import sluice.servers.JavaCommand;

final class ChildProcessTest {
    @TempDir private Path directory;

    @Test
    void marksHaveTheTimeAtWhichTheyWereRead() throws IOException {
        String script =
                """
                echo hello; echo mark uptime; echo mark built; echo 'result {"links": 7}'
                """;
        ChildProcess.Seen seen = run(script);
        assertTrue(seen.seconds("uptime") > 0, seen::toString);
        assertTrue(seen.seconds("built") >= seen.seconds("uptime"), seen::toString);
        assertTrue(seen.exitNanos() / 1e9 >= seen.seconds("built"), seen::toString);
        assertEquals(7, seen.number("links"));
        assertThrows(IllegalStateException.class, () -> seen.seconds("other"));
    }

    @Test
    void theMostThatLayOnTheDiskIsSeenWhenItIsDeletedAgain() throws IOException {
        String script =
                """
                mkdir store; head -c 70000 /dev/zero > store/a; head -c 3000 /dev/zero > store/b
                echo mark written; sleep 0.5; rm -r store
                """;
        assertEquals(73_000, run(script).diskBytesMax());
    }

    @Test
    void aFailureIsToldWithWhatTheProcessSaid() {
        IOException failure =
                assertThrows(IOException.class, () -> run("echo too bad >&2; exit 3"));
        assertTrue(failure.getMessage().contains("status 3"), failure::getMessage);
        assertTrue(failure.getMessage().contains("too bad"), failure::getMessage);
    }

    @Test
    void aProcessThatNeverEndsIsEnded() {
        // Each look at the clock is an hour, so that the time is over at once.
        AtomicLong clock = new AtomicLong();
        IOException failure =
                assertThrows(
                        IOException.class,
                        () ->
                                ChildProcess.run(
                                        shell("exec sleep 600"),
                                        directory.resolve("store"),
                                        directory.resolve("messages"),
                                        () -> clock.addAndGet(3_600_000_000_000L)));
        assertTrue(failure.getMessage().contains("status 137"), failure::getMessage);
    }

    @Test
    void argumentsArriveAsTheyWereSent() {
        TaskArguments sent =
                TaskArguments.of("load").with("store", "/tmp/a b=c").with("rate", 125_000_000L);
        TaskArguments read = TaskArguments.parse(sent.toList());
        assertEquals(sent, read);
        assertEquals(Path.of("/tmp/a b=c"), read.path("store"));
        assertEquals(125_000_000, read.number("rate"));
        assertThrows(SluiceException.class, () -> read.number("store"));
        assertThrows(SluiceException.class, () -> read.text("source"));
        assertThrows(SluiceException.class, () -> TaskArguments.parse(List.of("load", "store")));
    }

    @Test
    void memoryIsSharedOutAsTheLauncherDoes() {
        JavaCommand java = new JavaCommand(List.of("java", "-ea"), List.of("Main"));
        assertEquals(
                List.of(
                        "java",
                        "-ea",
                        "-Xms322122546",
                        "-Xmx322122546",
                        "-Xmn40265318",
                        "-Dsluice.memory.bytes=536870912",
                        "Main",
                        "load"),
                java.withMemory(512 << 20, List.of("load")));
    }

    @Test
    void aProcessIsStartedAsThisOneWasButForItsMemory() {
        List<String> java = JavaCommand.ofThisProcess(List.of("Main")).java();
        assertTrue(java.contains("-ea"), java::toString);
        assertTrue(java.contains(System.getProperty("java.class.path")), java::toString);
        assertTrue(java.stream().noneMatch(option -> option.startsWith("-Xmx")), java::toString);
    }

    private ChildProcess.Seen run(String script) throws IOException {
        return ChildProcess.run(
                shell(script),
                directory.resolve("store"),
                directory.resolve("messages"),
                System::nanoTime);
    }

    private List<String> shell(String script) {
        return List.of("sh", "-ec", "cd " + directory + "; " + script);
    }
}
