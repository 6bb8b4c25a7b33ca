package sluice.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * An installed command as a user has it that has neither JDK nor Maven: its environment has no
 * JAVA_HOME, and a PATH with the few programs that the launcher uses.
 */
final class InstalledCommand {
    /** All that the launcher and its training need beside a shell. */
    private static final List<String> PROGRAMS =
            List.of("cksum", "find", "mkdir", "mv", "nice", "readlink", "rm", "tail");

    private static final long SECONDS_MAX = 60;

    private final Path command;
    private final Path directory;
    private final Map<String, String> environment;

    /** How a run ended, and what it printed. */
    record Run(int status, String output, String errors) {
        /** What was printed; the run must have ended well and said nothing on standard error. */
        String good() {
            assertEquals(0, status, this::toString);
            assertEquals("", errors);
            return output;
        }
    }

    /** Runs {@code command} in {@code directory}, which has a home folder and a PATH for it. */
    InstalledCommand(Path command, Path directory) throws IOException {
        this.command = command;
        this.directory = Files.createDirectories(directory);
        this.environment =
                Map.of(
                        "PATH", path(directory, List.of()),
                        "HOME", Files.createDirectories(home()).toString(),
                        "SLUICE_NO_TRAINING", "1");
    }

    /**
     * A PATH that has what the launcher needs and {@code more}: scripts below {@code directory}.
     */
    static String path(Path directory, List<String> more) throws IOException {
        Path tools = Files.createDirectories(directory.resolve("tools"));
        List<String> programs = new ArrayList<>(PROGRAMS);
        programs.addAll(more);
        for (String program : programs) {
            Path script = tools.resolve(program);
            Files.writeString(script, "#!/bin/sh\nexec %s \"$@\"\n".formatted(place(program)));
            assertTrue(script.toFile().setExecutable(true));
        }
        return tools.toString();
    }

    private static Path place(String program) {
        for (String folder : List.of("/usr/bin", "/bin", "/usr/local/bin")) {
            Path file = Path.of(folder, program);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        return fail("this machine has no " + program);
    }

    Path home() {
        return directory.resolve("home");
    }

    Run run(String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), arguments);
    }

    Run run(Map<String, String> more, String... arguments)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        Path errors = directory.resolve("errors.txt");
        ProcessBuilder builder =
                builder(more, arguments)
                        .redirectOutput(output.toFile())
                        .redirectError(errors.toFile());
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            fail("it has not ended: " + builder.command());
        }
        return new Run(
                process.exitValue(),
                Files.readString(output, UTF_8),
                Files.readString(errors, UTF_8));
    }

    private ProcessBuilder builder(Map<String, String> more, String... arguments) {
        List<String> words = new ArrayList<>(List.of(command.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().putAll(more);
        return builder;
    }

    /** The first minutes of a user: a load, a query, a check, and a server that is asked. */
    void walk(Path expectedJava) throws IOException, InterruptedException {
        assertTrue(run("--version").good().startsWith("sluice 0.1.0, Java 25"), "the version");
        assertEquals(expectedJava + "\n", run("--java-home").good());
        Files.writeString(directory.resolve("pairs.txt"), "1\t2\n1\t3\n2\t3\n");
        Run loaded = run("load", "pairs", "pairs.txt", "--progress", "none");
        assertEquals(0, loaded.status(), loaded::toString);
        assertTrue(run("query", "pairs", "count", "1", "0").good().contains("2"), "two links");
        assertTrue(run("verify", "pairs").good().startsWith("good: "), "a good store");
        serve();
        Run missing = run("status", "nowhere");
        assertEquals(4, missing.status(), missing::toString);
    }

    private void serve() throws IOException, InterruptedException {
        Process server =
                builder(Map.of(), "serve", "pairs", "--port", "0", "--http-port", "-1")
                        .redirectErrorStream(true)
                        .start();
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8));
            String line = lines.readLine();
            assertTrue(line != null && line.endsWith("(gRPC)"), line);
            String address = line.replaceFirst(".* at (\\S+) \\(gRPC\\)", "$1");
            String written = run("shell", "--server", address).output();
            assertEquals("", written);
            assertTrue(
                    run("query", "--server", address, "count", "1", "0").good().contains("2"),
                    "the server knows two links");
        } finally {
            server.destroy();
            assertTrue(server.waitFor(SECONDS_MAX, TimeUnit.SECONDS), "SIGTERM ends it");
        }
        assertEquals(0, server.exitValue());
    }
}
