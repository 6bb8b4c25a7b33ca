package sluice.experiments.rdf;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import sluice.experiments.load.ChildProcess;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Dgraph's bulk loader, with the coordinator (Zero) that it needs, on the loopback interface. The
 * coordinator runs from {@link #start} to {@link #close}.
 */
final class DgraphLoader implements AutoCloseable {
    /** Where Zero takes calls of other processes, and of browsers, without an offset. */
    private static final int ZERO_PORT = 5080;

    private static final int OFFSETS_MAX = 400;
    private static final long START_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long END_SECONDS_MAX = 20;

    private final Path program;
    private final Path directory;
    private final int port;
    private final LongSupplier nanoTime;
    private final Process zero;

    private DgraphLoader(
            Path program, Path directory, int port, LongSupplier nanoTime, Process zero) {
        this.program = program;
        this.directory = directory;
        this.port = port;
        this.nanoTime = nanoTime;
        this.zero = zero;
    }

    /** Starts the coordinator with its files in {@code directory}. */
    static DgraphLoader start(Path program, Path directory, LongSupplier nanoTime)
            throws IOException {
        if (!Files.isExecutable(program)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--dgraph %s: no such program, or no permission to run it".formatted(program));
        }
        Files.createDirectories(directory);
        int offset = freeOffset();
        int port = ZERO_PORT + offset;
        Process zero =
                new ProcessBuilder(
                                program.toAbsolutePath().toString(),
                                "zero",
                                "--my=localhost:" + port,
                                "--bindall=false",
                                "--port_offset=" + offset,
                                "--wal=" + directory.resolve("zw"))
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("zero.log").toFile())
                        .start();
        DgraphLoader started = new DgraphLoader(program, directory, port, nanoTime, zero);
        try {
            started.awaitZero();
            return started;
        } catch (Throwable failure) {
            started.close();
            throw failure;
        }
    }

    /** An offset at which both ports of Zero are free. */
    private static int freeOffset() throws IOException {
        for (int offset = 0; offset < OFFSETS_MAX; offset++) {
            if (isFree(ZERO_PORT + offset) && isFree(ZERO_PORT + 1000 + offset)) {
                return offset;
            }
        }
        throw new IOException("no free port for dgraph zero from %d on".formatted(ZERO_PORT));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private void awaitZero() throws IOException {
        long start = nanoTime.getAsLong();
        while (!answers()) {
            if (!zero.isAlive() || nanoTime.getAsLong() - start > START_NANOS_MAX) {
                throw new IOException(
                        "dgraph zero does not answer at port %d; see %s"
                                .formatted(port, directory.resolve("zero.log")));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Loads {@code input}; the output is in {@code out} below {@code place}. */
    ChildProcess.Seen load(Path input, Path schema, Path place) throws IOException {
        Files.createDirectories(place);
        return ChildProcess.run(
                List.of(
                        program.toAbsolutePath().toString(),
                        "bulk",
                        "--files=" + input,
                        "--schema=" + schema,
                        "--zero=localhost:" + port,
                        "--out=" + place.resolve("out"),
                        "--tmp=" + place.resolve("tmp"),
                        "--http=localhost:0"),
                place,
                directory.resolve("bulk.log"),
                nanoTime);
    }

    @Override
    public void close() throws IOException {
        zero.destroy();
        try {
            if (!zero.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
                zero.destroyForcibly();
            }
        } catch (InterruptedException interrupt) {
            zero.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
