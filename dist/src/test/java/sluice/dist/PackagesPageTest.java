package sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/install.md with the archive that was written, without a JDK on the path. */
@Tag("packages")
class PackagesPageTest {
    private static final Path PAGE = Path.of("../docs/install.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\n(.*?)^```$");
    private static final int COMMANDS_MIN = 12;
    private static final long MINUTES_MAX = 5;
    private static final List<String> PROGRAMS = List.of("cat", "grep", "gzip", "sleep", "tar");

    @TempDir Path directory;

    private record Step(String command, String expected) {}

    @Test
    void theWalkPrintsWhatThePageShows() throws IOException, InterruptedException {
        assumeTrue(hasPython(), "no python3 with venv");
        List<Step> steps = steps();
        assertTrue(steps.size() >= COMMANDS_MIN, () -> steps.size() + " commands");
        StringBuilder script =
                new StringBuilder("set -m\nexec 2>&1\ncd '%s'\n".formatted(directory));
        for (Step step : steps) {
            script.append(step.command()).append("\nprintf '\\036'\n");
        }
        Path archive = PackagesTest.written(".tar.gz");
        Files.copy(archive, directory.resolve(archive.getFileName()));
        Path file = directory.resolve("walk.sh");
        Files.writeString(file, script);
        int status = run(List.of("bash", file.toString()));
        String[] printed = Files.readString(output(), UTF_8).split("\036", -1);
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            String found = i < printed.length ? printed[i] : "nothing: the shell has ended";
            assertTrue(
                    matches(step.expected(), found),
                    () ->
                            step.command()
                                    + "\nexpected:\n"
                                    + step.expected()
                                    + "\nfound:\n"
                                    + found);
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
        assertTrue(matches("good: …\nin … s\n", "good: 3 files\nin 4.5 s\n"));
        assertTrue(!matches("good: …\n", "bad: 3 files\n"));
        assertTrue(!matches("", "an error\n"));
    }

    private static boolean matches(String expected, String found) {
        String pattern =
                expected.lines()
                        .map(
                                line ->
                                        List.of(line.split("…", -1)).stream()
                                                .map(Pattern::quote)
                                                .collect(Collectors.joining(".+")))
                        .map(line -> line + "\\s*\n")
                        .collect(Collectors.joining());
        return found.matches(pattern);
    }

    /** The commands of the page with what they print. */
    private static List<Step> steps() throws IOException {
        List<Step> steps = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(Files.readString(PAGE));
        while (blocks.find()) {
            StringBuilder command = new StringBuilder();
            StringBuilder expected = new StringBuilder();
            boolean isText = false;
            for (String line : blocks.group(1).lines().toList()) {
                if (isText) {
                    command.append('\n').append(line);
                    isText = !line.equals("END");
                } else if (line.startsWith("$ ")) {
                    add(steps, command, expected);
                    command.append(line.substring(2));
                    isText = line.endsWith("<<'END'");
                } else {
                    expected.append(line).append('\n');
                }
            }
            add(steps, command, expected);
        }
        return steps;
    }

    private static void add(List<Step> steps, StringBuilder command, StringBuilder expected) {
        if (!command.isEmpty()) {
            steps.add(new Step(command.toString(), expected.toString()));
        }
        command.setLength(0);
        expected.setLength(0);
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
