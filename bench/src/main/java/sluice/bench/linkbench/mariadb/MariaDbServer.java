package sluice.bench.linkbench.mariadb;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * A MariaDB server of our own: its data in one directory, listening on the loopback address only,
 * on a port that was free. The user {@code root} has no password, so it is for tests and
 * comparisons on a machine that nobody else uses.
 */
public final class MariaDbServer implements Closeable {
    private static final String USER = "root";
    private static final long INSTALL_SECONDS_MAX = 300;
    private static final long START_SECONDS_MAX = 120;
    private static final long STOP_SECONDS_MAX = 60;

    /** So large that checkpoints do not drive writes to the disk while a run lasts. */
    private static final long LOG_FILE_BYTES = 4L << 30;

    private static final int PAGES_A_SECOND = 4000;
    private static final int PAGES_A_SECOND_MAX = 20_000;
    private static final long LOG_BUFFER_BYTES = 64L << 20;
    private static final int CONNECTIONS_MAX = 2000;

    private final Process process;
    private final int port;

    private MariaDbServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a server whose data is in {@code directory}, which is made where there is none, and
     * returns once it answers. Its output is in the file {@code server.log} there.
     */
    public static MariaDbServer start(MariaDbHome home, Path directory, MariaDbOptions options)
            throws IOException {
        Path data = directory.toAbsolutePath().resolve("data");
        Path log = directory.toAbsolutePath().resolve("server.log");
        if (!Files.isDirectory(data)) {
            Files.createDirectories(data);
            install(home, data, log);
        }
        int port = freePort();
        List<String> command = new ArrayList<>();
        command.add(home.server().toString());
        command.addAll(common(home, data));
        command.add("--socket=" + data.resolve("socket"));
        command.add("--port=" + port);
        command.add("--bind-address=127.0.0.1");
        command.add("--local-infile=1");
        command.add("--skip-log-bin");
        command.add("--skip-name-resolve");
        command.add("--max-connections=" + CONNECTIONS_MAX);
        command.add("--innodb-buffer-pool-size=" + options.bufferPoolBytes());
        command.add("--innodb-log-file-size=" + LOG_FILE_BYTES);
        command.add("--innodb-log-buffer-size=" + LOG_BUFFER_BYTES);
        // For flash: the default is that of one disk of 2010.
        command.add("--innodb-io-capacity=" + PAGES_A_SECOND);
        command.add("--innodb-io-capacity-max=" + PAGES_A_SECOND_MAX);
        command.add("--innodb-flush-neighbors=0");
        command.add("--innodb-flush-log-at-trx-commit=" + (options.durable() ? 1 : 2));
        MariaDbServer server = new MariaDbServer(run(command, log), port);
        try {
            server.awaitAnswer(log);
            return server;
        } catch (Throwable failure) {
            server.close();
            throw failure;
        }
    }

    private static void install(MariaDbHome home, Path data, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", home.installer().toString()));
        command.addAll(common(home, data));
        command.add("--auth-root-authentication-method=normal");
        command.add("--skip-test-db");
        Process process = run(command, log);
        if (!ended(process, INSTALL_SECONDS_MAX) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw failure("a data directory could not be made", log);
        }
    }

    private static List<String> common(MariaDbHome home, Path data) {
        List<String> options = new ArrayList<>();
        options.add("--no-defaults");
        home.base().ifPresent(base -> options.add("--basedir=" + base));
        options.add("--datadir=" + data);
        // Without this root is refused; others cannot be changed into.
        options.add("--user=" + System.getProperty("user.name"));
        return options;
    }

    private static Process run(List<String> command, Path log) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer(Path log) throws IOException {
        @Nullable SQLException last = null;
        for (int tries = 0; tries < 10 * START_SECONDS_MAX; tries++) {
            if (ended(process, 0)) {
                throw failure("the server ended at once", log);
            }
            try (Connection _ = DriverManager.getConnection(url(""), USER, "")) {
                return;
            } catch (SQLException e) {
                last = e;
            }
            pause();
        }
        throw new SluiceException(ErrorCode.STORE, "the server does not answer; see " + log, last);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "stopped while MariaDB started", e);
        }
    }

    private static SluiceException failure(String what, Path log) {
        return new SluiceException(ErrorCode.STORE, "MariaDB: %s; see %s".formatted(what, log));
    }

    private static boolean ended(Process process, long secondsMax) {
        try {
            return process.waitFor(secondsMax, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** How to reach it, as {@code root} without a password. */
    public MariaDbAddress address(String database) {
        return new MariaDbAddress("127.0.0.1", port, database, USER, "");
    }

    private String url(String database) {
        return address(database).url();
    }

    /** Ends the process at once, as a crash would. */
    public void kill() {
        process.destroyForcibly();
        ended(process, STOP_SECONDS_MAX);
    }

    /** Stops the server; its data stays. */
    @Override
    public void close() {
        process.destroy();
        if (!ended(process, STOP_SECONDS_MAX)) {
            kill();
        }
    }
}
