package sluice.servers.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import sluice.servers.ServerFiles;
import sluice.servers.ServerJars;
import sluice.servers.ServerProcess;

/**
 * A running S3Proxy: a server that answers as S3 does, with its objects in a folder. It takes one
 * key and refuses others.
 *
 * <p>Belongs to one thread. Closing it ends its process and leaves the folder.
 */
public final class S3Server implements AutoCloseable {
    private static final String ACCESS_KEY = "test-access";
    private static final String SECRET_KEY = "test-secret";
    private static final int HEAP_MIB = 192;
    private static final String LOG_SETTINGS =
            """
            <configuration>
              <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d %p %logger: %m%n</pattern></encoder>
              </appender>
              <root level="WARN"><appender-ref ref="OUT"/></root>
            </configuration>
            """;

    private final Path folder;
    private final int port;
    private final ServerProcess process;

    private S3Server(Path folder, int port, ServerProcess process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    /**
     * Starts the server and returns when it takes requests: after 3 to 9 seconds.
     *
     * @param folder an empty one, for its files, settings and logs
     */
    public static S3Server start(Path folder) throws IOException {
        return start(folder, "aws-v2-or-v4");
    }

    /** As {@link #start}, of a server that takes requests of everybody. */
    public static S3Server startWithoutKeys(Path folder) throws IOException {
        return start(folder, "none");
    }

    private static S3Server start(Path folder, String authorization) throws IOException {
        Path home = Files.createDirectories(folder.toAbsolutePath());
        Files.createDirectories(home.resolve("objects"));
        int port = ServerFiles.freePorts(1)[0];
        Path settings = home.resolve("s3proxy.conf");
        Files.write(
                settings,
                List.of(
                        "s3proxy.endpoint=http://127.0.0.1:" + port,
                        "s3proxy.authorization=" + authorization,
                        "s3proxy.identity=" + ACCESS_KEY,
                        "s3proxy.credential=" + SECRET_KEY,
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.identity=unused",
                        "jclouds.credential=unused",
                        "jclouds.filesystem.basedir=" + home.resolve("objects")));
        Files.writeString(home.resolve("logback.xml"), LOG_SETTINGS);
        ServerProcess process =
                ServerProcess.start(
                        "s3proxy",
                        home,
                        home + ":" + ServerJars.S3.classPath(),
                        HEAP_MIB,
                        List.of(
                                "-XX:TieredStopAtLevel=1",
                                "org.gaul.s3proxy.Main",
                                "--properties",
                                settings.toString()));
        process.awaitPort(port);
        return new S3Server(home, port, process);
    }

    /** Where it listens, as {@code http://127.0.0.1:9000}. */
    public String endpoint() {
        return "http://127.0.0.1:" + port;
    }

    /** The variables by which a client that reads them gets the right key. */
    public Map<String, String> environment() {
        return Map.of(
                "AWS_ENDPOINT_URL_S3",
                endpoint(),
                "AWS_REGION",
                "us-east-1",
                "AWS_ACCESS_KEY_ID",
                ACCESS_KEY,
                "AWS_SECRET_ACCESS_KEY",
                SECRET_KEY);
    }

    /** Makes a bucket. */
    public void makeBucket(String name) throws IOException {
        Files.createDirectories(folder.resolve("objects").resolve(name));
    }

    /** Puts a file, or a folder with all below it, into {@code folder} of a bucket. */
    public void put(String target, Path source) throws IOException {
        Path place = folder.resolve("objects").resolve(target);
        try (Stream<Path> tree = Files.walk(source)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                Path name =
                        place.resolve(Objects.requireNonNull(source.getParent()).relativize(file));
                Files.createDirectories(Objects.requireNonNull(name.getParent()));
                Files.copy(file, name, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Ends its process at once, as a power failure does. */
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.kill();
        process.close();
    }
}
