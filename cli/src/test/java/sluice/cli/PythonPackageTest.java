package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import sluice.testkit.Experiment;

/**
 * The tests of the package in python/, as installed from its sources, and of its examples, against
 * servers of this build. Skipped where there is no python3 with venv, or pip cannot fetch. They run
 * beside other tests: most of the time goes into fetching. The long ones also convert answers with
 * Arrow and pandas, oldest and newest, and check the types.
 */
@Execution(ExecutionMode.CONCURRENT)
class PythonPackageTest {
    private static final Path PACKAGE = Path.of("..", "python").toAbsolutePath().normalize();
    private static final String TESTS = PACKAGE.resolve("tests").toString();
    private static final long MINUTES_MAX = 5;

    @TempDir Path directory;

    private record Run(int status, String output) {}

    @Test
    void testsOfThePackagePass() throws IOException, InterruptedException {
        String python = installed("numpy");
        passes(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS);
    }

    @Test
    @Tag(Experiment.TAG)
    void conversionsWorkWithTheOldestLibraries() throws IOException, InterruptedException {
        assumeLong();
        String python = installed("numpy==1.26.0", "pandas==2.2.0", "pyarrow==16.0.0");
        passes(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS);
    }

    @Test
    @Tag(Experiment.TAG)
    void conversionsWorkWithTheNewestLibrariesAndTypesHold()
            throws IOException, InterruptedException {
        assumeLong();
        String python = installed("numpy", "pandas", "pyarrow", "mypy");
        passes(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS);
        // Checks the installed package: the working directory has no sources.
        String options = PACKAGE.resolve("pyproject.toml").toString();
        passes(python, "-m", "mypy", "--config-file", options);
    }

    /** It fetches 100 MB: {@code mvn -Pslow verify} alone does it. */
    private static void assumeLong() {
        assumeTrue(Experiment.size("pythonVersions", 0, 1) == 1, "only by -Pslow");
    }

    /** The python of an environment that has the package and {@code libraries}. */
    private String installed(String... libraries) throws IOException, InterruptedException {
        Path environment = directory.resolve("venv");
        String python = environment.resolve("bin").resolve("python").toString();
        // A pip of its own takes longer to set up than all that it would fetch.
        List<String> pip = List.of("python3", "-m", "pip", "--python", python);
        List<String> make = List.of("python3", "-m", "venv", environment.toString());
        Run made = run(with(make, "--without-pip"));
        if (made.status() != 0 || run(with(pip, "--version")).status() != 0) {
            made = run(with(make));
            pip = List.of(python, "-m", "pip");
        }
        String failure = made.output();
        assumeTrue(made.status() == 0, () -> "no python3 with venv: " + failure);
        List<String> install = List.of(with(pip, "install", "-q"));
        List<String> fetch =
                List.of(
                        with(
                                install,
                                "--only-binary=:all:",
                                "--no-compile",
                                "hatchling==1.33.0",
                                "grpcio-tools==1.85.1",
                                "googleapis-common-protos",
                                "pytest"));
        Run fetched = run(with(fetch, libraries));
        assumeTrue(fetched.status() == 0, () -> "pip cannot fetch: " + fetched.output());
        passes(with(install, "--no-build-isolation", "--no-index", PACKAGE.toString()));
        return python;
    }

    private static String[] with(List<String> command, String... more) {
        return Stream.concat(command.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private void passes(String... command) throws IOException, InterruptedException {
        Run run = run(command);
        assertEquals(0, run.status(), run.output());
    }

    private Run run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "run", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("SLUICE_COMMAND", sluice());
        // What is imported is compiled once, and not beside the sources.
        String compiled = directory.resolve("compiled").toString();
        builder.environment().put("PYTHONPYCACHEPREFIX", compiled);
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        try {
            Process process = builder.start();
            if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
                return new Run(-1, "took more than " + MINUTES_MAX + " minutes");
            }
            return new Run(process.exitValue(), Files.readString(output));
        } catch (IOException e) {
            return new Run(-1, String.valueOf(e.getMessage()));
        }
    }

    /** The command that runs Sluice as this test was built, quoted for a shell. */
    private static String sluice() {
        List<String> command = MainLaunch.withHeap(256);
        command.replaceAll(word -> "'" + word + "'");
        return String.join(" ", command);
    }
}
