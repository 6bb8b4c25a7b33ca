package sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.testkit.ConsolePage;

/** Follows two pages with the archive that was written, without a JDK on the path. */
@Tag("packages")
class PackagesPageTest {
    private static final int COMMANDS_MIN = 12;
    private static final long MINUTES_MAX = 20;
    private static final List<String> PROGRAMS = List.of("cat", "grep", "gzip", "sleep", "tar");

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"five-minutes.md", "install.md"})
    void theWalkPrintsWhatThePageShows(String page) throws IOException, InterruptedException {
        assumeTrue(hasPython(), "no python3 with venv");
        List<ConsolePage.Step> steps = ConsolePage.steps(page);
        assertTrue(steps.size() >= COMMANDS_MIN, () -> steps.size() + " commands");
        StringBuilder script =
                new StringBuilder("set -m\nexec 2>&1\ncd '%s'\n".formatted(directory));
        for (ConsolePage.Step step : steps) {
            script.append(step.command()).append("\nprintf '\\036'\n");
        }
        Path archive = PackagesTest.written(".tar.gz");
        Files.copy(archive, directory.resolve(archive.getFileName()));
        Path file = directory.resolve("walk.sh");
        Files.writeString(file, script);
        int status = run(List.of("bash", file.toString()));
        String[] printed = Files.readString(output(), UTF_8).split("\036", -1);
        for (int i = 0; i < steps.size(); i++) {
            ConsolePage.Step step = steps.get(i);
            String found = i < printed.length ? printed[i] : "nothing: the shell has ended";
            assertTrue(step.shows(found), () -> step.besides(found));
        }
        assertEquals(0, status);
    }

    /**
     * Puts the python3 of this machine on the path, which may be a script that asks for another.
     */
    private boolean hasPython() throws IOException, InterruptedException {
        String program;
        try {
            String asked = "import sys, venv, ensurepip; print(sys.executable)";
            program = Programs.run(List.of("python3", "-c", asked), List.of()).strip();
        } catch (IOException e) {
            return false;
        }
        Path tools = Path.of(InstalledCommand.path(directory, PROGRAMS));
        Path script = tools.resolve("python3");
        Files.writeString(script, "#!/bin/sh\nexec %s \"$@\"\n".formatted(program));
        return script.toFile().setExecutable(true);
    }

    @Test
    void anotherOutputIsFound() {
        assertTrue(step("good: …\nin … s\n").shows("good: 3 files\nin 4.5 s\n"));
        assertFalse(step("good: …\n").shows("bad: 3 files\n"));
        assertFalse(step("").shows("an error\n"));
    }

    private static ConsolePage.Step step(String expected) {
        return new ConsolePage.Step("command", expected);
    }

    private Path output() {
        return directory.resolve("walk.txt");
    }

    /** Runs it with a path that has no JDK, and the rest of the environment but for Java's. */
    private int run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output().toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.contains("JAVA") || name.startsWith("SLUICE"));
        environment.put("PATH", InstalledCommand.path(directory, PROGRAMS));
        environment.put("SLUICE_NO_TRAINING", "1");
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            assertTrue(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES), "the walk has not ended");
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }
}
