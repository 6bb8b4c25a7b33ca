package sluice.linkbench.stores;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.JavaCommand;

/** A server of a store, in a process of its own on this machine. Owned by who started it. */
public final class StoreProcess implements AutoCloseable {
    /** Opening a store is quick; a hot store may have a log to read. */
    private static final long START_SECONDS_MAX = 120;

    private static final long STOP_SECONDS_MAX = 60;

    /**
     * A terminal sends Ctrl-C to both processes. This one still wants answers to the requests that
     * it has sent, and then ends the server by closing its input.
     */
    private static final List<String> DEAF_TO_INTERRUPTS =
            List.of("/bin/sh", "-c", "trap '' INT; exec \"$0\" \"$@\"");

    private final Process process;
    private final int port;

    private StoreProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Serves the store in {@code directory} with a process that may take {@code memoryBytes};
     * returns once it answers. Its messages go where those of this process go.
     */
    public static StoreProcess start(Path directory, BenchStoreOptions options, long memoryBytes)
            throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.add(directory.toString());
        arguments.addAll(options.toArguments());
        JavaCommand java = JavaCommand.ofThisProcess(List.of(ServedStore.class.getName()));
        List<String> command = new ArrayList<>(DEAF_TO_INTERRUPTS);
        command.addAll(java.withMemoryToServe(memoryBytes, arguments));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            return new StoreProcess(process, port(process));
        } catch (Throwable failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    private static int port(Process process) throws IOException {
        CompletableFuture<@Nullable String> line =
                CompletableFuture.supplyAsync(() -> firstLine(process));
        try {
            String found = line.get(START_SECONDS_MAX, TimeUnit.SECONDS);
            if (found != null && found.startsWith(ServedStore.PORT)) {
                return Integer.parseInt(found.substring(ServedStore.PORT.length()));
            }
            throw new IOException("the server's process did not start, and said: " + found);
        } catch (ExecutionException failure) {
            throw new IOException("the server's process cannot be read", failure.getCause());
        } catch (TimeoutException failure) {
            throw new IOException(
                    "the server did not start within %d s".formatted(START_SECONDS_MAX), failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new SluiceException(
                    ErrorCode.INTERRUPTED, "stopped while a server started", failure);
        }
    }

    /** The reader stays open: its end would be the process's broken output. */
    private static @Nullable String firstLine(Process process) {
        try {
            BufferedReader lines = process.inputReader();
            return lines.readLine();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Where it listens, on the loopback address. */
    public int port() {
        return port;
    }

    /** The process, for who looks at its memory or kills it. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** Stops the server; the store stays. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IOException(
                        "the server did not stop within %d s and was killed"
                                .formatted(STOP_SECONDS_MAX));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
