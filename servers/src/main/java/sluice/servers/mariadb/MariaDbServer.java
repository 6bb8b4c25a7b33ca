package sluice.servers.mariadb;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.ServerFiles;

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
    private static final long LOG_FILE_BYTES_MAX = 4L << 30;

    private static final int LOG_FILE_BYTES_OF_BUFFER_POOL_BYTE = 4;

    private static final int PAGES_A_SECOND = 4000;
    private static final int PAGES_A_SECOND_MAX = 20_000;
    private static final long LOG_BUFFER_BYTES = 64L << 20;
    private static final int CONNECTIONS_MAX = 2000;
    private static final int LOG_LINES_SHOWN = 5;

    private final MariaDbHome home;
    private final Path directory;
    private final MariaDbOptions options;
    private final Process process;
    private final int port;

    /** Whether {@link #close} deletes the directory. */
    private boolean temporary;

    private MariaDbServer(
            MariaDbHome home, Path directory, MariaDbOptions options, Process process, int port) {
        this.home = home;
        this.directory = directory;
        this.options = options;
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a server in a new directory where the system has temporary files. It is deleted when
     * the server is closed, and where it does not start.
     */
    public static MariaDbServer startTemporary(MariaDbHome home, MariaDbOptions options)
            throws IOException {
        return startTemporary(home, Path.of(System.getProperty("java.io.tmpdir")), options);
    }

    static MariaDbServer startTemporary(MariaDbHome home, Path parent, MariaDbOptions options)
            throws IOException {
        Path directory = Files.createTempDirectory(parent, "sluice-mariadb-");
        try {
            MariaDbServer server = start(home, directory, options);
            server.temporary = true;
            return server;
        } catch (Throwable failure) {
            ServerFiles.delete(directory);
            throw failure;
        }
    }

    /**
     * Starts a server whose data is in {@code directory}, which is made where there is none, and
     * returns once it answers. Its output is in the file {@code server.log} there.
     */
    public static MariaDbServer start(MariaDbHome home, Path directory, MariaDbOptions options)
            throws IOException {
        Path data = directory.toAbsolutePath().resolve("data");
        Files.createDirectories(temporaryFiles(directory));
        if (!Files.isDirectory(data)) {
            Files.createDirectories(data);
            try {
                install(home, directory, log(directory));
            } catch (Throwable failure) {
                // Else the next start would take what is half made for a data directory.
                ServerFiles.delete(data);
                throw failure;
            }
        }
        return start(home, directory, options, freePort());
    }

    /** Starts it again on its data and its port, once it was killed or closed. */
    public MariaDbServer startAgain() throws IOException {
        MariaDbServer again = start(home, directory, options, port);
        again.temporary = temporary;
        return again;
    }

    private static Path log(Path directory) {
        return directory.toAbsolutePath().resolve("server.log");
    }

    /**
     * One of its own: a server that starts deletes the temporary tables of all others that have the
     * same.
     */
    private static Path temporaryFiles(Path directory) {
        return directory.toAbsolutePath().resolve("temporary");
    }

    private static MariaDbServer start(
            MariaDbHome home, Path directory, MariaDbOptions options, int port) throws IOException {
        Path data = directory.toAbsolutePath().resolve("data");
        Path log = log(directory);
        List<String> command = new ArrayList<>();
        command.add(home.server().toString());
        command.addAll(common(home, directory));
        command.add("--socket=" + data.resolve("socket"));
        command.add("--port=" + port);
        command.add("--bind-address=127.0.0.1");
        command.add("--local-infile=1");
        command.add("--skip-log-bin");
        command.add("--skip-name-resolve");
        if (!options.encrypts()) {
            command.add("--skip-ssl");
        }
        command.add("--max-connections=" + CONNECTIONS_MAX);
        command.add("--innodb-buffer-pool-size=" + options.bufferPoolBytes());
        command.add("--innodb-log-file-size=" + logFileBytes(options));
        command.add("--innodb-log-buffer-size=" + LOG_BUFFER_BYTES);
        // For flash: the default is that of one disk of 2010.
        command.add("--innodb-io-capacity=" + PAGES_A_SECOND);
        command.add("--innodb-io-capacity-max=" + PAGES_A_SECOND_MAX);
        command.add("--innodb-flush-neighbors=0");
        command.add("--innodb-flush-log-at-trx-commit=" + (options.durable() ? 1 : 2));
        MariaDbServer server = new MariaDbServer(home, directory, options, run(command, log), port);
        try {
            server.awaitAnswer(log);
            return server;
        } catch (Throwable failure) {
            server.close();
            throw failure;
        }
    }

    private static long logFileBytes(MariaDbOptions options) {
        return Math.min(
                LOG_FILE_BYTES_MAX, LOG_FILE_BYTES_OF_BUFFER_POOL_BYTE * options.bufferPoolBytes());
    }

    private static void install(MariaDbHome home, Path directory, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", home.installer().toString()));
        command.addAll(common(home, directory));
        command.add("--auth-root-authentication-method=normal");
        command.add("--skip-test-db");
        Process process = run(command, log);
        if (!ended(process, INSTALL_SECONDS_MAX) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw failure("a data directory could not be made", log);
        }
    }

    private static List<String> common(MariaDbHome home, Path directory) {
        List<String> options = new ArrayList<>();
        options.add("--no-defaults");
        home.base().ifPresent(base -> options.add("--basedir=" + base));
        options.add("--datadir=" + directory.toAbsolutePath().resolve("data"));
        options.add("--tmpdir=" + temporaryFiles(directory));
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
        throw new SluiceException(
                ErrorCode.STORE,
                "MariaDB does not answer; the end of %s: %s".formatted(log, endOf(log)),
                last);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "stopped while MariaDB started", e);
        }
    }

    private static SluiceException failure(String what, Path log) throws IOException {
        return new SluiceException(
                ErrorCode.STORE, "MariaDB: %s; the end of %s: %s".formatted(what, log, endOf(log)));
    }

    /** The last errors in the log, else its last lines; the log may be deleted in a moment. */
    private static String endOf(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "(there is none)";
        }
        List<String> all = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
        List<String> errors = all.stream().filter(line -> line.contains("ERROR")).toList();
        List<String> lines = errors.isEmpty() ? all : errors;
        int from = Math.max(0, lines.size() - LOG_LINES_SHOWN);
        return String.join(" | ", lines.subList(from, lines.size()));
    }

    private static boolean ended(Process process, long secondsMax) {
        try {
            return process.waitFor(secondsMax, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Makes the database {@code name}, empty; what it held is dropped. */
    public void createDatabase(String name) throws IOException {
        if (!name.matches("[A-Za-z0-9_]+")) {
            throw new IllegalArgumentException("a database named " + name);
        }
        try (Connection connection = DriverManager.getConnection(url(""), USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS `%s`".formatted(name));
            statement.execute("CREATE DATABASE `%s` CHARACTER SET latin1".formatted(name));
        } catch (SQLException e) {
            throw new IOException("the database %s could not be made".formatted(name), e);
        }
    }

    /** The address of a database of this server as one line, without a password. */
    public String uri(String database) {
        return "mysql://%s@127.0.0.1:%d/%s".formatted(USER, port, database);
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

    /** Stops the server; its data stays, unless it is a temporary one. */
    @Override
    public void close() throws IOException {
        process.destroy();
        if (!ended(process, STOP_SECONDS_MAX)) {
            kill();
        }
        if (temporary) {
            ServerFiles.delete(directory);
        }
    }
}
