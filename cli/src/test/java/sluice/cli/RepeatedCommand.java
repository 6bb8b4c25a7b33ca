package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command of Sluice as a process that ends, or is killed, and is started again. What it prints is
 * kept in files, one of each start. Belongs to one thread.
 */
final class RepeatedCommand implements AutoCloseable {
    private static final int HEAP_MEBIBYTES = 256;
    private static final long STOP_SECONDS_MAX = 120;
    private static final Pattern SERVING = Pattern.compile("^serving .*:(\\d+) \\(gRPC\\)\n");

    private final Path directory;
    private final List<String> arguments;
    private int starts;
    private @Nullable Process process;

    /** Does not start it yet; {@code directory} is a new one, for what it prints. */
    RepeatedCommand(Path directory, List<String> arguments) throws IOException {
        this.directory = Files.createDirectory(directory);
        this.arguments = List.copyOf(arguments);
    }

    /** Starts it, the first time or again. */
    void start() throws IOException {
        starts++;
        List<String> command =
                MainLaunch.withHeap(HEAP_MEBIBYTES, "-Dslf4j.internal.verbosity=ERROR");
        command.addAll(arguments);
        process =
                new ProcessBuilder(command)
                        .redirectOutput(file("output").toFile())
                        .redirectError(file("errors").toFile())
                        .start();
    }

    private Path file(String what) {
        return directory.resolve(what + "-" + starts);
    }

    private Process process() {
        Process started = process;
        if (started == null) {
            throw new IllegalStateException("it was not started");
        }
        return started;
    }

    boolean isStarted() {
        return process != null;
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Of a command that was started and has ended by itself. */
    int status() {
        return process().exitValue();
    }

    long pid() {
        return process().pid();
    }

    /** Where it serves; 0 while it does not. */
    int port() throws IOException {
        Matcher said = SERVING.matcher(isRunning() ? output() : "");
        return said.find() ? Integer.parseInt(said.group(1)) : 0;
    }

    /** Whether it runs, serves, and has printed the report of its load. */
    boolean hasReported() throws IOException {
        return port() != 0 && output().contains("\ntry next:\n");
    }

    private String output() throws IOException {
        return Files.readString(file("output"));
    }

    /** What its last start printed on standard error. */
    String lastErrors() {
        try {
            return starts == 0 ? "" : Files.readString(file("errors"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it at once. */
    void kill() {
        process().destroyForcibly().onExit().join();
    }

    /** Waits until it has ended by itself. */
    void await() throws InterruptedException {
        assertTrue(process().waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS), "it ends");
    }

    /** Asks it to end soundly. */
    void stop() throws InterruptedException {
        process().destroy();
        assertTrue(process().waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS), "SIGTERM ends it");
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }
}
