package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.MemoryGraph;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;

/** Every method of the service is counted, whatever it is called and whenever it was added. */
class CallMeterTest {
    private static final String TOKEN = "a-token-of-this-test-alone";

    @TempDir Path directory;
    private final HttpClient http = HttpClient.newHttpClient();
    private SluiceServer server = start(ServerOptions.LOCAL);
    private ManagedChannel channel = connect();

    private static SluiceServer start(ServerOptions options) {
        return SluiceServer.start(
                options.at("127.0.0.1", 0, 0), new MemoryGraph(1), new SimulatedLoad());
    }

    private ManagedChannel connect() {
        return NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    }

    @AfterEach
    void close() {
        channel.shutdownNow();
        server.close();
        http.close();
    }

    private static Collection<MethodDescriptor<?, ?>> methods() {
        return SluiceMethods.service(null).getMethods();
    }

    @Test
    void everyMethodOfTheServiceIsInTheMetrics() throws IOException, InterruptedException {
        String metrics = metrics();
        for (MethodDescriptor<?, ?> method : methods()) {
            assertContains("sluice_calls_total{%s,outcome=\"answered\"} 0", method, metrics);
            assertContains("sluice_calls_total{%s,outcome=\"failed\"} 0", method, metrics);
            assertContains("sluice_calls_open{%s} 0", method, metrics);
        }
    }

    @Test
    void everyCallIsCountedOnceAsItEnded() throws IOException, InterruptedException {
        List<String> expected = new ArrayList<>();
        for (MethodDescriptor<?, ?> method : methods()) {
            boolean isAnswered = call(method).isOk();
            expected.add(
                    "sluice_calls_total{%s,outcome=\"answered\"} %d"
                            .formatted(label(method), isAnswered ? 1 : 0));
            expected.add(
                    "sluice_calls_total{%s,outcome=\"failed\"} %d"
                            .formatted(label(method), isAnswered ? 0 : 1));
        }
        String metrics = metrics();
        for (String line : expected) {
            assertTrue(metrics.contains(line), () -> line + " is not in\n" + metrics);
        }
        assertTrue(metrics.contains("{call=\"Stream\",outcome=\"answered\"} 1"), metrics);
        assertTrue(metrics.contains("{call=\"Scan\",outcome=\"answered\"} 1"), metrics);
        assertTrue(metrics.contains("{call=\"AddLink\",outcome=\"failed\"} 1"), metrics);
    }

    @Test
    void aStreamIsOpenUntilItsClientGoes() throws IOException, InterruptedException {
        BlockingQueue<Status> ended = new ArrayBlockingQueue<>(1);
        ClientCall<byte[], byte[]> call = begin(SluiceMethods.STREAM, ended);
        call.sendMessage(new byte[0]);
        awaitMetric("sluice_calls_open{call=\"Stream\"} 1");
        call.cancel("enough", null);
        awaitMetric("sluice_calls_total{call=\"Stream\",outcome=\"failed\"} 1");
        awaitMetric("sluice_calls_open{call=\"Stream\"} 0");
    }

    @Test
    void whatIsRefusedIsCountedAsFailed() throws IOException, InterruptedException {
        Path file = directory.resolve("token");
        Files.writeString(file, TOKEN);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        channel.shutdownNow();
        server.close();
        server = start(ServerOptions.LOCAL.secured(null, null, file));
        channel = connect();
        assertEquals(
                Status.Code.UNAUTHENTICATED, call(SluiceMethods.unary(Verb.GET_NODE)).getCode());
        String metrics = metrics();
        assertTrue(metrics.contains("{call=\"GetNode\",outcome=\"failed\"} 1"), metrics);
        assertTrue(metrics.contains("{operation=\"GetNode\",outcome=\"failed\"} 0"), metrics);
    }

    /** The names in docs/server.md are those that are there. */
    @Test
    void theNamesAreDocumented() throws IOException, InterruptedException {
        String page = Files.readString(Path.of("..", "docs", "server.md"));
        metrics()
                .lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ")[2])
                .filter(name -> !name.endsWith("_seconds"))
                .forEach(name -> assertTrue(page.contains("`" + name), name));
    }

    private void awaitMetric(String line) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!metrics().contains(line)) {
            assertTrue(System.nanoTime() < end, () -> "it does not come to " + line);
        }
    }

    private static String label(MethodDescriptor<?, ?> method) {
        return "call=\"" + method.getBareMethodName() + "\"";
    }

    private static void assertContains(String line, MethodDescriptor<?, ?> method, String metrics) {
        String expected = line.formatted(label(method));
        assertTrue(metrics.contains(expected), () -> expected + " is not in\n" + metrics);
    }

    /** Sends an empty message and hears how the call ended. */
    private Status call(MethodDescriptor<?, ?> method) throws InterruptedException {
        BlockingQueue<Status> ended = new ArrayBlockingQueue<>(1);
        ClientCall<byte[], byte[]> call = begin(method, ended);
        call.sendMessage(new byte[0]);
        call.halfClose();
        Status status = ended.poll(1, TimeUnit.MINUTES);
        assertTrue(status != null, () -> method.getFullMethodName() + " does not end");
        return status;
    }

    private ClientCall<byte[], byte[]> begin(
            MethodDescriptor<?, ?> method, BlockingQueue<Status> ended) {
        ClientCall<byte[], byte[]> call =
                channel.newCall(
                        method.toBuilder(new Bytes(), new Bytes()).build(), CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        ended.add(status);
                    }
                },
                new Metadata());
        call.request(100);
        return call;
    }

    private String metrics() throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:%d/metrics".formatted(server.httpPort()));
        HttpRequest request =
                HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + TOKEN).build();
        return http.send(request, BodyHandlers.ofString()).body();
    }

    /** Messages as they are. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream message) {
            try {
                return message.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
