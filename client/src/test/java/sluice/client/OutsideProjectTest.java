package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/**
 * examples/java as others build it: a Maven project that takes the client from a local repository,
 * alone, and beside older and newer versions of what the client's libraries use too.
 *
 * <p>The local repository is a temporary one. What is not of Sluice is taken from, and kept in, the
 * user's own. Skipped where Maven cannot fetch.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class OutsideProjectTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path EXAMPLE = ROOT.resolve("examples").resolve("java");
    private static final String VERSION = "0.1.0";

    /** It brings an older protobuf. */
    private static final String MYSQL = dependency("com.mysql", "mysql-connector-j", "8.0.33");

    private static final String OLDER =
            MYSQL
                    + dependency("com.google.guava", "guava", "31.1-jre")
                    + dependency("io.grpc", "grpc-protobuf", "1.60.0");

    private static final String NEWER =
            dependency("com.google.protobuf", "protobuf-java", "4.33.2")
                    + dependency("com.google.guava", "guava", "33.6.0-jre")
                    + dependency("io.grpc", "grpc-protobuf", "1.85.1");

    private Path directory;

    @BeforeAll
    void build(@TempDir Path temporary) throws IOException, InterruptedException {
        directory = temporary;
        Path repository = repository(directory.resolve("repository"));
        project("plain", "", "");
        project("mysql", MYSQL, "");
        project("older", OLDER, managedGrpc("1.60.0"));
        project("newer", NEWER, managedGrpc("1.85.1"));
        Files.writeString(
                directory.resolve("pom.xml"),
                """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId>
                  <artifactId>all</artifactId>
                  <version>1</version>
                  <packaging>pom</packaging>
                  <modules>
                    <module>plain</module><module>mysql</module><module>older</module><module>newer</module>
                  </modules>
                </project>
                """);
        ProcessBuilder maven =
                new ProcessBuilder("mvn", "-B", "-q", "-Dmaven.repo.local=" + repository, "package")
                        .directory(directory.toFile())
                        .redirectErrorStream(true);
        maven.environment().put("JAVA25_HOME", System.getProperty("java.home"));
        Process process = maven.start();
        process.getOutputStream().close();
        String output = text(process.getInputStream());
        int status = process.waitFor();
        assumeFalse(
                output.contains("Could not transfer") || output.contains("in offline mode"),
                () -> "Maven cannot fetch: " + output);
        assertEquals(0, status, output);
    }

    /** The links out of the temporary directory, of which JUnit would warn. */
    @AfterAll
    void unlink() throws IOException {
        try (Stream<Path> groups = Files.list(directory.resolve("repository"))) {
            for (Path group : groups.filter(Files::isSymbolicLink).toList()) {
                Files.delete(group);
            }
        }
    }

    @Test
    void theExampleWritesALinkAndReadsItsList() throws IOException, InterruptedException {
        HookedStore store = new HookedStore();
        store.graph.addLink(Served.link(1, 20, 5));
        try (Served over = new Served(store)) {
            String address = "127.0.0.1:" + over.server.port();
            String output = run(0, "plain", address, "1", "7", "30", "für dich");
            List<String> lines = output.lines().toList();
            assertEquals("added a link", lines.get(0), output);
            assertEquals("2 links, complete", lines.get(1));
            assertTrue(lines.get(2).matches("30\t[0-9]{13}\tfür dich"), output);
            assertTrue(lines.get(3).startsWith("20\t5\t"), output);
            assertTrue(run(0, "plain", address, "1", "7", "30").startsWith("replaced a link"));
        }
        assertTrue(run(2, "plain").startsWith("usage: "));
        assertTrue(run(2, "plain", "localhost:1", "you", "7", "30").startsWith("port, ids"));
    }

    @Test
    void theClientBringsLittle() throws IOException {
        TreeSet<String> jars = new TreeSet<>();
        try (Stream<Path> files = Files.list(directory.resolve("plain/target/lib"))) {
            files.forEach(
                    file -> jars.add(file.getFileName().toString().replaceAll("-[0-9].*", "")));
        }
        assertEquals(
                new TreeSet<>(
                        List.of(
                                "animal-sniffer-annotations",
                                "annotations",
                                "error_prone_annotations",
                                "failureaccess",
                                "grpc-api",
                                "grpc-context",
                                "grpc-core",
                                "grpc-netty-shaded",
                                "grpc-util",
                                "gson",
                                "guava",
                                "j2objc-annotations",
                                "jspecify",
                                "jsr305",
                                "listenablefuture",
                                "perfmark-api",
                                "sluice-client",
                                "sluice-model",
                                "sluice-protocol")),
                jars);
    }

    /** Also what comes with a failure, which is read on the connection's own thread. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "mysql", "older", "newer"})
    void connectsAgainBesideOtherVersions(String project) throws Exception {
        HookedStore store =
                new HookedStore() {
                    @Override
                    void before(String call) {
                        if (call.equals("scan")) {
                            throw new SluiceException(ErrorCode.CORRUPTION, "segment-3 is damaged");
                        }
                    }
                };
        store.graph.addLink(Served.link(1, 20, 5));
        SluiceServer first = serve(store, 0);
        int port = first.port();
        Process process = asker(project, port);
        try (Writer to = process.outputWriter(StandardCharsets.UTF_8);
                BufferedReader from = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("count 1", ask(to, from, "count"));
            assertEquals("CORRUPTION segment-3 is damaged", ask(to, from, "scan"));
            assertEquals("outlook false", ask(to, from, "outlook"));
            first.close();
            try (SluiceServer second = serve(store, port)) {
                assertEquals("count 1", ask(to, from, "count"));
                assertNotEquals(0, second.port());
            }
        } finally {
            first.close();
            process.destroyForcibly().waitFor();
        }
    }

    private static SluiceServer serve(HookedStore store, int port) {
        return SluiceServer.start(
                ServerOptions.LOCAL.at("127.0.0.1", port, ServerOptions.NO_HTTP),
                store,
                () -> StatusReport.COMPLETE,
                System::nanoTime);
    }

    private String ask(Writer to, BufferedReader from, String line) throws IOException {
        to.write(line + "\n");
        to.flush();
        String answer = from.readLine();
        return answer == null ? "ended: " + Files.readString(directory.resolve("log")) : answer;
    }

    private Process asker(String project, int port) throws IOException {
        Path target = directory.resolve(project).resolve("target");
        return new ProcessBuilder(
                        java(),
                        "-cp",
                        target.resolve("links.jar") + ":" + target.resolve("lib") + "/*",
                        "Asker",
                        Integer.toString(port))
                .redirectError(directory.resolve("log").toFile())
                .start();
    }

    private String run(int status, String project, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java(), "-Dstdout.encoding=UTF-8", "-jar"));
        command.add(directory.resolve(project).resolve("target/links.jar").toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        String output = text(process.getInputStream());
        assertEquals(status, process.waitFor(), output);
        return output;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String text(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The example with another program in it, more dependencies, and versions it manages. */
    private void project(String name, String dependencies, String management) throws IOException {
        Path to = directory.resolve(name);
        Path sources = Files.createDirectories(to.resolve("src/main/java"));
        Files.copy(EXAMPLE.resolve("src/main/java/Links.java"), sources.resolve("Links.java"));
        try (InputStream asker = getClass().getResourceAsStream("/outside/Asker.java")) {
            Files.copy(asker, sources.resolve("Asker.java"));
        }
        String pom =
                Files.readString(EXAMPLE.resolve("pom.xml"))
                        .replace("<artifactId>links<", "<artifactId>links-" + name + "<")
                        .replace(
                                "  </dependencies>",
                                dependencies + "  </dependencies>" + management);
        Files.writeString(to.resolve("pom.xml"), pom);
    }

    private static String managedGrpc(String version) {
        return "<dependencyManagement><dependencies>"
                + dependency("io.grpc", "grpc-bom", version)
                        .replace("</dep", "<type>pom</type><scope>import</scope></dep")
                + "</dependencies></dependencyManagement>";
    }

    private static String dependency(String group, String artifact, String version) {
        return "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>"
                .formatted(group, artifact, version);
    }

    /** A local repository with what "mvn -pl client -am install" puts there. */
    private static Path repository(Path repository) throws IOException {
        Files.createDirectories(repository);
        Path own = Path.of(System.getProperty("user.home"), ".m2", "repository");
        try (Stream<Path> groups = Files.isDirectory(own) ? Files.list(own) : Stream.of()) {
            for (Path group : groups.toList()) {
                if (!group.getFileName().toString().equals("sluice")) {
                    Files.createSymbolicLink(repository.resolve(group.getFileName()), group);
                }
            }
        }
        install(repository, "sluice", ROOT.resolve("pom.xml"));
        for (String module : List.of("model", "protocol", "client")) {
            Path home = ROOT.resolve(module);
            Path to = install(repository, "sluice-" + module, home.resolve("pom.xml"));
            jar(home.resolve("target/classes"), to);
        }
        return repository;
    }

    /** Puts the pom there; returns where the jar goes. */
    private static Path install(Path repository, String artifact, Path pom) throws IOException {
        Path to = Files.createDirectories(repository.resolve("sluice/" + artifact + "/" + VERSION));
        Files.copy(pom, to.resolve(artifact + "-" + VERSION + ".pom"));
        return to.resolve(artifact + "-" + VERSION + ".jar");
    }

    private static void jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(each).toString()));
                Files.copy(each, zip);
            }
        }
    }
}
