package sluice.gremlin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.tinkerpop.gremlin.server.GremlinServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.testkit.JavaLaunch;

/**
 * Gremlin Server starts with the files of gremlin/server, and answers by HTTP and to the Python of
 * docs/gremlin.md. The interpreter is {@code -Dpython}; without gremlinpython that part is skipped.
 */
class GremlinServerTest {
    private static final Path FILES = Path.of("server").toAbsolutePath();
    private static final Path PAGE = Path.of("../docs/gremlin.md").toAbsolutePath();
    private static final Pattern BLOCK =
            Pattern.compile("```python gremlin\n(.*?)```\n```text\n(.*?)```\n", Pattern.DOTALL);
    private static final long START_MILLIS_MAX = 240_000;
    private static final String PORT = "8182";

    @TempDir private static Path directory;

    private static Process server;
    private static int port;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Path store = PeopleStore.load(directory, 2);
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.writeString(
                directory.resolve("gremlin-server.yaml"),
                Files.readString(FILES.resolve("gremlin-server.yaml"))
                        .replace(PORT, Integer.toString(port)));
        Files.copy(FILES.resolve("sluice.groovy"), directory.resolve("sluice.groovy"));
        Files.writeString(
                directory.resolve("sluice.properties"),
                Files.readString(FILES.resolve("sluice.properties"))
                        .replaceAll("(?m)^sluice.server=.*", "sluice.directory=" + store));
        List<String> command = new ArrayList<>(JavaLaunch.withHeap(512));
        command.add("--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED");
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        GremlinServer.class.getName(),
                        "gremlin-server.yaml"));
        server =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(new File(directory.toFile(), "server.log"))
                        .start();
        awaitStart();
    }

    /** Waits until the port takes connections, or fails with the log. */
    private static void awaitStart() throws IOException, InterruptedException {
        long rounds = START_MILLIS_MAX / 100;
        while (!takesConnections()) {
            boolean hasEnded = server.waitFor(100, TimeUnit.MILLISECONDS);
            assertTrue(!hasEnded && rounds-- > 0, GremlinServerTest::log);
        }
    }

    private static boolean takesConnections() {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static String log() {
        try {
            return Files.readString(directory.resolve("server.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        server.destroy();
        if (!server.waitFor(30, TimeUnit.SECONDS)) {
            server.destroyForcibly().waitFor();
        }
    }

    @Test
    void scriptsAreAnsweredByHttp() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    "http://localhost:%d/gremlin".formatted(port)))
                                    .POST(
                                            HttpRequest.BodyPublishers.ofString(
                                                    "{\"gremlin\": \"g.V().has('email',"
                                                            + " 'p4@example.org').id()\"}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode(), () -> answer.body() + log());
            assertTrue(answer.body().contains("<p4>"), answer::body);
        }
    }

    @Test
    void thePythonOfThePagePrintsItsText() throws IOException, InterruptedException {
        String python = System.getProperty("python", "python3");
        assumeTrue(
                run(python, "-c", "import gremlin_python").status == 0,
                () -> python + " has no gremlinpython; pip install gremlinpython==3.8.1");
        List<MatchResult> blocks = BLOCK.matcher(Files.readString(PAGE)).results().toList();
        assertEquals(1, blocks.size());
        Path script =
                Files.writeString(
                        directory.resolve("ask.py"),
                        blocks.getFirst().group(1).replace(PORT, Integer.toString(port)));
        Run run = run(python, script.toString());
        assertEquals(blocks.getFirst().group(2), run.output, () -> run.output + log());
    }

    private record Run(int status, String output) {}

    private static Run run(String... command) throws IOException, InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(directory.toFile())
                            .redirectErrorStream(true)
                            .start();
            String output =
                    new String(
                            process.getInputStream().readAllBytes(),
                            java.nio.charset.StandardCharsets.UTF_8);
            return new Run(process.waitFor(), output);
        } catch (IOException e) {
            return new Run(-1, String.valueOf(e.getMessage()));
        }
    }
}
