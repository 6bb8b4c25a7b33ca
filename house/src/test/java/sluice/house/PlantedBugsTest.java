package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.Experiment;
import sluice.testkit.JavaLaunch;

/**
 * E16: whether the tests are any good. A bug is planted in a copy of one source, which is compiled
 * and goes before the true class on the class path of a process of its own; there the test that is
 * said to find it must fail. Where all are tried, each of these tests must also pass in such a
 * process without a bug.
 *
 * <p>{@code -DplantedBugs=} says how many are tried; {@code -Dbug=} tries those whose name this
 * pattern matches.
 */
@Tag(Experiment.TAG)
class PlantedBugsTest {
    private static final int COUNT = Experiment.size("plantedBugs", 1, 1000);
    private static final String WANTED = System.getProperty("bug", ".*");
    private static final long DEADLINE_MINUTES = 15;

    @TempDir Path directory;

    @Test
    void everyPlantedBugIsCaught() throws IOException, InterruptedException {
        List<PlantedBug> bugs =
                chosen(
                        PlantedBug.all().stream()
                                .filter(bug -> bug.name().matches(WANTED))
                                .toList());
        try (Experiment experiment = new Experiment("E16 planted bugs", 0)) {
            List<String> missed = new ArrayList<>();
            for (PlantedBug bug : bugs) {
                String outcome = outcome(run(compile(bug), bug.test()));
                System.out.printf("E16 %s: %s %s%n", bug.name(), bug.test(), outcome);
                if (outcome.startsWith("failed ")) {
                    experiment.ran(1);
                } else {
                    missed.add("%s: %s %s".formatted(bug.name(), bug.test(), outcome));
                }
            }
            assertEquals("", String.join("\n", missed));
            if (bugs.size() == PlantedBug.all().size()) {
                checkWithoutBugs(bugs);
            }
            experiment.passed();
        }
    }

    private void checkWithoutBugs(List<PlantedBug> bugs) throws IOException, InterruptedException {
        Path nothing = Files.createDirectories(directory.resolve("nothing"));
        for (String test : new TreeSet<>(bugs.stream().map(PlantedBug::test).toList())) {
            String output = run(nothing, test);
            assertTrue(outcome(output).startsWith("passed "), output);
        }
    }

    /** Bugs of different sources are compiled together: the classes of libraries are read once. */
    @Test
    void everyPlantedBugCompiles() throws IOException {
        List<PlantedBug> bugs = PlantedBug.all();
        Map<String, Integer> seen = new HashMap<>();
        Map<Integer, List<PlantedBug>> rounds = new TreeMap<>();
        for (PlantedBug bug : bugs) {
            int round = seen.merge(bug.source(), 1, Integer::sum);
            rounds.computeIfAbsent(round, _ -> new ArrayList<>()).add(bug);
        }
        for (List<PlantedBug> round : rounds.values()) {
            List<Path> sources = new ArrayList<>();
            for (PlantedBug bug : round) {
                sources.add(plant(bug));
            }
            compile(sources, Files.createTempDirectory(directory, "round"));
        }
        assertEquals(
                bugs.size(), new TreeSet<>(bugs.stream().map(PlantedBug::name).toList()).size());
    }

    /** A test that has moved finds nothing any more: in the long run alone it would be seen. */
    @Test
    void everyTestThatFindsABugExists() throws IOException {
        List<String> files = House.javaFiles().stream().map(Path::toString).toList();
        List<String> missing = new ArrayList<>();
        for (PlantedBug bug : PlantedBug.all()) {
            String end = "/src/test/java/" + bug.test().replace('.', '/') + ".java";
            if (files.stream().noneMatch(file -> file.endsWith(end))) {
                missing.add(bug.name() + ": " + bug.test());
            }
        }
        assertEquals(List.of(), missing);
    }

    /** As many as are wanted, spread over the list. */
    private static List<PlantedBug> chosen(List<PlantedBug> bugs) {
        int count = Math.min(COUNT, bugs.size());
        List<PlantedBug> chosen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chosen.add(bugs.get((int) ((long) i * bugs.size() / count)));
        }
        return chosen;
    }

    /** The directory of the class with the bug. */
    private Path compile(PlantedBug bug) throws IOException {
        Path source = plant(bug);
        Path classes = Files.createDirectories(folder(bug).resolve("classes"));
        compile(List.of(source), classes);
        return classes;
    }

    /** Writes the source with the bug, and returns where it is. */
    private Path plant(PlantedBug bug) throws IOException {
        Path source = folder(bug).resolve("source").resolve(bug.sourceBelowRoot());
        Files.createDirectories(source.getParent());
        return Files.writeString(source, bug.plant());
    }

    private Path folder(PlantedBug bug) {
        return directory.resolve(bug.name().replace(' ', '-'));
    }

    private static void compile(List<Path> sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", classes.toString(), "-cp", classPath(), "-proc:none", "-nowarn");
            boolean compiled =
                    compiler.getTask(
                                    messages,
                                    files,
                                    null,
                                    options,
                                    null,
                                    files.getJavaFileObjectsFromPaths(sources))
                            .call();
            assertTrue(compiled, messages::toString);
        }
    }

    /** What the tests of the class {@code test} print where {@code classes} go first. */
    private String run(Path classes, String test) throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "run", ".txt");
        String module = House.module(test);
        List<String> command = JavaLaunch.withHeap(1024);
        // With as many graphs, threads meet where the bug is.
        command.add("-Dhistories=16");
        command.addAll(List.of("-ea", "-cp", classes + File.pathSeparator + classPath()));
        command.addAll(List.of(RunTests.class.getName(), test));
        Process process =
                new ProcessBuilder(command)
                        .directory(House.ROOT.resolve(module).toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        if (!process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    /** What {@link RunTests} told; what other threads write at their end may come after it. */
    private static String outcome(String output) {
        return output.lines()
                .filter(line -> line.matches("(passed|failed) \\d+"))
                .reduce("none", (_, line) -> line);
    }

    /** The classes of all modules and of their tests, and all libraries. */
    private static String classPath() {
        return House.MODULES.stream()
                        .map(
                                module ->
                                        House.ROOT
                                                .resolve(module)
                                                .resolve("target")
                                                .resolve("test-classes"))
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator))
                + File.pathSeparator
                + System.getProperty("java.class.path");
    }
}
