package sluice.servers.shared;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import sluice.servers.ServerFiles;
import sluice.servers.ServerProcess;

/**
 * A running ZooKeeper of one server, which can be killed and started again with what it has.
 *
 * <p>Belongs to one thread. Closing it ends its process and leaves the folder.
 */
public final class ZooKeeperServer implements AutoCloseable {
    private static final int HEAP_MIB = 128;
    private static final int TICK_MILLIS = 500;
    private static final int ANSWER_MILLIS = 2_000;

    private final Path folder;
    private final String classPath;
    private final int port;
    private ServerProcess process;

    private ZooKeeperServer(Path folder, String classPath, int port) throws IOException {
        this.folder = folder;
        this.classPath = classPath;
        this.port = port;
        this.process = run();
    }

    /**
     * Starts the server and returns when it takes requests: after 2 to 5 seconds.
     *
     * @param folder an empty one, for its files and logs
     * @param classPath has ZooKeeper's jars
     */
    public static ZooKeeperServer start(Path folder, String classPath) throws IOException {
        Path home = Files.createDirectories(folder.toAbsolutePath());
        return new ZooKeeperServer(home, classPath, ServerFiles.freePorts(1)[0]);
    }

    private ServerProcess run() throws IOException {
        Path settings = folder.resolve("zoo.cfg");
        Files.write(
                settings,
                List.of(
                        "tickTime=" + TICK_MILLIS,
                        "dataDir=" + folder.resolve("data"),
                        "clientPort=" + port,
                        "clientPortAddress=127.0.0.1",
                        "maxClientCnxns=0",
                        "4lw.commands.whitelist=ruok",
                        "admin.enableServer=false"));
        ServerProcess started =
                ServerProcess.start(
                        "zookeeper",
                        folder,
                        folder + ":" + classPath,
                        HEAP_MIB,
                        List.of(
                                "-XX:TieredStopAtLevel=1",
                                "org.apache.zookeeper.server.ZooKeeperServerMain",
                                settings.toString()));
        try {
            started.await("ZooKeeper runs", this::isAnswering);
            return started;
        } catch (Throwable failure) {
            started.close();
            throw failure;
        }
    }

    /** It listens before it can answer, so it is asked. */
    private boolean isAnswering() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            // A question that comes before it can answer may stay without one.
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write("ruok".getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), US_ASCII).equals("imok");
        } catch (SocketException | SocketTimeoutException _) {
            return false;
        }
    }

    /** Where it listens, as {@code 127.0.0.1:2181}. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** Ends its process at once, as a power failure does. */
    public void kill() {
        process.kill();
    }

    /** Starts it again, where it was, after {@link #kill}. */
    public void restart() throws IOException {
        process.close();
        process = run();
    }

    @Override
    public void close() {
        process.close();
    }
}
