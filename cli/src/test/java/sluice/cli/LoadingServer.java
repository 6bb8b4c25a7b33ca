package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;

/** The process of {@code sluice load --serve}: a load and a server, to be killed at any moment. */
final class LoadingServer implements AutoCloseable {
    private static final long STOP_SECONDS_MAX = 60;

    private final Process process;
    private final Path log;
    private final int port;
    private volatile boolean isLoaded;

    private LoadingServer(Process process, Path log) throws IOException {
        this.process = process;
        this.log = log;
        BufferedReader lines = process.inputReader();
        // The process says where it serves before it loads.
        String line = lines.readLine();
        assertTrue(line != null && line.startsWith("serving "), () -> line + "\n" + log());
        port = Integer.parseInt(line.replaceAll(".*:(\\d+) .*", "$1"));
        Thread.ofPlatform().daemon().start(() -> awaitReport(lines));
    }

    /**
     * Loads {@code source} into {@code store}, with {@code options} of the load; its errors go to
     * {@code log}.
     */
    static LoadingServer start(
            Path store, Path source, Path log, int heapMebibytes, List<String> options)
            throws IOException {
        List<String> command = MainLaunch.withHeap(heapMebibytes);
        command.addAll(List.of("load", store.toString(), source.toString(), "--serve"));
        command.addAll(List.of("--port", "0", "--http-port", "-1", "--progress", "none"));
        command.addAll(options);
        Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        try {
            return new LoadingServer(process, log);
        } catch (Throwable failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /** The report comes once the load has ended; a process that is killed writes none. */
    private void awaitReport(BufferedReader lines) {
        try {
            String line = lines.readLine();
            while (line != null && !line.equals("try next:")) {
                line = lines.readLine();
            }
            isLoaded = line != null;
        } catch (IOException | UncheckedIOException e) {
            // It was killed.
            isLoaded = false;
        }
    }

    /** A client whose calls take so long at most. */
    SluiceClient connect(Duration deadline) {
        return SluiceClient.open(ClientOptions.of("127.0.0.1", port).within(deadline));
    }

    /** Whether the load has ended. */
    boolean isLoaded() {
        return isLoaded;
    }

    /** Whether it ended by itself, which it must not. */
    void checkRuns() {
        assertTrue(process.isAlive(), this::log);
    }

    private String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it at once. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to end soundly. */
    void stop() throws InterruptedException {
        process.destroy();
        assertTrue(process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS), "SIGTERM ends it");
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
