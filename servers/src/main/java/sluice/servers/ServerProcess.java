package sluice.servers;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One child process and its log. It ends with the process that started it, also where that one is
 * killed: a shell waits on a pipe that breaks then.
 */
public final class ServerProcess implements AutoCloseable {
    /** What the servers do by reflection, in the folders that Java closed. */
    private static final List<String> OPENED =
            List.of(
                    "java.base/java.io",
                    "java.base/java.lang",
                    "java.base/java.lang.reflect",
                    "java.base/java.net",
                    "java.base/java.nio",
                    "java.base/java.util",
                    "java.base/java.util.concurrent",
                    "java.base/jdk.internal.ref",
                    "java.base/sun.nio.ch",
                    "java.base/sun.net.dns",
                    "java.base/sun.net.util");

    private static final long READY_MILLIS_MAX = 300_000;

    private final String name;
    private final Process process;
    private final Process guard;
    private final Path log;

    private ServerProcess(String name, Process process, Process guard, Path log) {
        this.name = name;
        this.process = process;
        this.guard = guard;
        this.log = log;
    }

    /**
     * Starts Java with {@code program}: options, a main class, arguments; {@code folder} is where
     * it works and logs.
     */
    public static ServerProcess start(
            String name, Path folder, String classPath, int heapMiB, List<String> program)
            throws IOException {
        return start(name, folder, classPath, heapMiB, Map.of(), program);
    }

    /** As {@link #start(String, Path, String, int, List)}, with more environment variables. */
    public static ServerProcess start(
            String name,
            Path folder,
            String classPath,
            int heapMiB,
            Map<String, String> variables,
            List<String> program)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heapMiB + "m");
        command.add("-XX:+UseSerialGC");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.add("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");
        OPENED.forEach(name2 -> command.add("--add-opens=" + name2 + "=ALL-UNNAMED"));
        command.add("-Dorg.apache.hbase.thirdparty.io.netty.tryReflectionSetAccessible=true");
        command.add("-Djava.net.preferIPv4Stack=true");
        // The web pages of HDFS are unpacked there, and stay when the process is killed.
        command.add("-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("temporary")));
        command.addAll(program);
        Path log = folder.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", classPath);
        builder.environment().put("MALLOC_ARENA_MAX", "2");
        builder.environment().putAll(variables);
        builder.directory(folder.toFile());
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        builder.redirectInput(new File("/dev/null"));
        Process process = builder.start();
        try {
            Process guard =
                    new ProcessBuilder(
                                    "sh",
                                    "-c",
                                    "cat >/dev/null; kill -9 " + process.pid() + " 2>/dev/null")
                            .start();
            return new ServerProcess(name, process, guard, log);
        } catch (Throwable failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    public String name() {
        return name;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** The processes that it started and that run now, and those that they started. */
    public Stream<ProcessHandle> descendants() {
        return process.descendants();
    }

    /** A thing that comes to be true some time after a server was started. */
    public interface Condition {
        public boolean holds() throws IOException;
    }

    /** Waits until {@code condition} holds; fails with the end of the log if the process ends. */
    public void await(String what, Condition condition) throws IOException {
        long end = System.currentTimeMillis() + READY_MILLIS_MAX;
        while (!condition.holds()) {
            if (System.currentTimeMillis() > end || !isAlive() && !condition.holds()) {
                throw new IOException(
                        "it did not come to this: %s; the log of %s ends with:%n%s"
                                .formatted(what, name, lastWords()));
            }
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting until " + what, e);
            }
        }
    }

    /** As above, until it takes connections at {@code port}; closes it if that does not come. */
    public void awaitPort(int port) throws IOException {
        try {
            await("it listens at port " + port, () -> isListening(port));
        } catch (Throwable failure) {
            close();
            throw failure;
        }
    }

    private static boolean isListening(int port) throws IOException {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (ConnectException _) {
            return false;
        }
    }

    /** Whether the log has this text by now. */
    public boolean says(String text) throws IOException {
        return Files.exists(log) && Files.readString(log).contains(text);
    }

    /** The end of the log, for errors. */
    public String lastWords() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }

    /** Ends the process at once, as a crash does. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Ends the process; after 10 seconds at the latest. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
        guard.destroyForcibly();
    }
}
