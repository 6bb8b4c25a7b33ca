package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sluice.model.MemoryGraph;
import sluice.protocol.SluiceMethods;

class HttpSideTest {
    private final SimulatedLoad load = new SimulatedLoad();
    private final SluiceServer server =
            SluiceServer.start(ServerOptions.LOCAL.at("127.0.0.1", 0, 0), new MemoryGraph(1), load);
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    @Test
    void aRequestThatDoesNotEndIsGivenUp() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.httpPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes("GET /healthz HTTP/1.1\r\nHost: loc"));
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    @Test
    void connectionsOfOneAddressLeaveRoomForOthers() throws IOException {
        int half = Limits.ofThisProcess().httpConnections() / 2;
        List<Socket> held = new ArrayList<>();
        try {
            for (int count = 0; count < half; count++) {
                held.add(new Socket(InetAddress.getLoopbackAddress(), server.httpPort()));
            }
            assertEquals("", health("127.0.0.1"), "half of all are taken");
            assertEquals("HTTP/1.1 200", health("127.0.0.2"));
            for (Socket socket : held) {
                socket.close();
            }
            String answer = "";
            for (int tries = 0; tries < 500 && answer.isEmpty(); tries++) {
                LockSupport.parkNanos(20_000_000);
                answer = health("127.0.0.1");
            }
            assertEquals("HTTP/1.1 200", answer);
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    /** The begin of what {@code address} is answered; empty where its connection is closed. */
    private String health(String address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(address, 0));
            socket.connect(new InetSocketAddress("127.0.0.1", server.httpPort()));
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(bytes("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        } catch (SocketException closed) {
            return "";
        }
    }

    /** All at once, split anywhere, and with a body, which is left out. */
    @Test
    void requestsOfOneConnectionAreAnsweredOneAfterTheOther() throws IOException {
        String requests =
                "GET /healthz HTTP/1.1\r\n"
                        + "Host: localhost\r\n\r\n"
                        + "HEAD /healthz HTTP/1.1\r\n"
                        + "Host: localhost\r\n\r\n"
                        + "GET /healthz/writes HTTP/1.1\r\n"
                        + "Host: localhost\r\n"
                        + "Content-Length: 3\r\n\r\n"
                        + "abcGET /nothing HTTP/1.1\r\n"
                        + "Host: localhost\r\n"
                        + "Connection: close\r\n\r\n";
        for (int cut : new int[] {requests.length(), 1, 7}) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.httpPort())) {
                socket.setTcpNoDelay(true);
                for (int at = 0; at < requests.length(); at += cut) {
                    int end = Math.min(requests.length(), at + cut);
                    socket.getOutputStream().write(bytes(requests.substring(at, end)));
                }
                String answer =
                        new String(
                                socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                assertEquals(
                        "200 serving 200  200 taken 404 there is no /nothing",
                        answer.replaceAll(
                                        "(?s)HTTP/1.1 (\\d+).*?\\r\\n\\r\\n([a-z /]*)\\n?",
                                        "$1 $2 ")
                                .strip());
            }
        }
    }

    /** As nc -N does. */
    @Test
    void aClientThatSendsNoMoreGetsItsAnswers() throws IOException {
        String request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.httpPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes(request.repeat(3)));
            socket.shutdownOutput();
            String answers =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertEquals(4, answers.split("serving", -1).length, answers);
        }
    }

    @Test
    void whatIsNoRequestIsRefused() throws IOException {
        refused(400, "nonsense\r\n\r\n");
        refused(414, "GET /" + "x".repeat(5_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        refused(431, "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(20_000) + "\r\n\r\n");
        refused(400, "GET mailto:x HTTP/1.1\r\nHost: localhost\r\n\r\n");
        refused(400, "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n");
        assertEquals("HTTP/1.1 200", health("127.0.0.1"));
    }

    private void refused(int status, String odd) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.httpPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes(odd));
            String answer =
                    new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            assertEquals(
                    "HTTP/1.1 " + status, answer, odd.substring(0, Math.min(40, odd.length())));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void healthIsToldAndNothingCanBeChanged() throws IOException, InterruptedException {
        assertEquals("serving\n", get("/healthz").body());
        assertEquals(200, get("/healthz").statusCode());
        HttpRequest post =
                HttpRequest.newBuilder(uri("/healthz"))
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build();
        assertEquals(405, http.send(post, BodyHandlers.ofString()).statusCode());
    }

    /** Reads go on, so that a server is not taken out of service for it. */
    @Test
    void refusedWritesAreToldWithTheirReason() throws IOException, InterruptedException {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
        try {
            assertEquals("taken\n", get("/healthz/writes").body());
            assertEquals(200, get("/healthz/writes").statusCode());
            awaitHealth(channel, ServingStatus.SERVING);
            assertTrue(get("/metrics").body().contains("sluice_writes_taken 1"));
            assertTrue(status().get("writes_refused").isNull());

            load.refuseWrites(Optional.of("the disk is full; start the server again"));
            assertEquals(
                    "serving reads; no write is taken: the disk is full; start the server again\n",
                    get("/healthz").body());
            assertEquals(200, get("/healthz").statusCode());
            assertEquals(503, get("/healthz/writes").statusCode());
            assertEquals(
                    "the disk is full; start the server again\n", get("/healthz/writes").body());
            assertTrue(get("/metrics").body().contains("sluice_writes_taken 0"));
            assertEquals(
                    "the disk is full; start the server again",
                    status().get("writes_refused").asText());
            awaitHealth(channel, ServingStatus.NOT_SERVING);
            assertEquals(ServingStatus.SERVING, health(channel, SluiceMethods.SERVICE));
            assertEquals(ServingStatus.SERVING, health(channel, ""));

            load.refuseWrites(Optional.empty());
            awaitHealth(channel, ServingStatus.SERVING);
            assertEquals("serving\n", get("/healthz").body());
        } finally {
            channel.shutdownNow();
        }
    }

    /** It is looked at once a second. */
    private static void awaitHealth(ManagedChannel channel, ServingStatus wanted) {
        for (int looks = 0;
                looks < 200 && health(channel, SluiceMethods.WRITES_SERVICE) != wanted;
                looks++) {
            LockSupport.parkNanos(50_000_000);
        }
        assertEquals(wanted, health(channel, SluiceMethods.WRITES_SERVICE));
    }

    private static ServingStatus health(ManagedChannel channel, String service) {
        return HealthGrpc.newBlockingStub(channel)
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .check(HealthCheckRequest.newBuilder().setService(service).build())
                .getStatus();
    }

    private JsonNode status() throws IOException, InterruptedException {
        return new ObjectMapper().readTree(get("/api/status").body());
    }

    @Test
    void metricsHaveTheirDocumentedNames() throws IOException, InterruptedException {
        String metrics = get("/metrics").body();
        for (String name :
                List.of(
                        "sluice_requests_total{operation=\"GetLinkList\",outcome=\"answered\"} 0",
                        "sluice_requests_total{operation=\"AddLink\",outcome=\"failed\"} 0",
                        "sluice_request_seconds_count{kind=\"read\"} 0",
                        "sluice_request_seconds_sum{kind=\"write\"} 0",
                        "sluice_request_latency_seconds{kind=\"read\",quantile=\"0.99\"} ",
                        "sluice_requests_waiting 0",
                        "sluice_buckets{state=\"staged\"} 480",
                        "sluice_load_rows_per_second 9400000",
                        "sluice_load_rows 0",
                        "sluice_load_rows_expected 4.4E7",
                        "sluice_load_rejects 0",
                        "sluice_load_complete 0",
                        "sluice_hot_store_bytes 3145728",
                        "sluice_hot_cache_bytes 2097152",
                        "sluice_hot_lists 12",
                        "sluice_hot_lists_bytes 3456",
                        "sluice_hot_lists_answers_total 78")) {
            assertTrue(metrics.contains(name), () -> name + " is not in\n" + metrics);
        }
    }

    @Test
    void statusTellsWhatTheLoadTells() throws IOException, InterruptedException {
        load.at(150);
        JsonNode status = new ObjectMapper().readTree(get("/api/status?history=600").body());
        assertEquals("building", status.get("phase").asText());
        assertEquals(78, status.get("hot_lists").get("answers").asInt());
        assertTrue(status.get("complete").asBoolean());
        JsonNode buckets = status.get("buckets");
        assertEquals(
                SimulatedLoad.BUCKETS,
                buckets.get("staged").asInt()
                        + buckets.get("building").asInt()
                        + buckets.get("built").asInt());
        assertTrue(buckets.get("built").asInt() > 200, buckets::toString);
        assertEquals("built", buckets.get("spans").get(0).get(0).asText());
        assertEquals(44_000_000, status.get("rows").get("staged").asLong());
        assertEquals(4, status.get("forecasts").size());
        assertTrue(status.get("history").has("read_p99_micros"));
        assertEquals(0, status.get("requests").get("reads").asLong());
    }

    @Test
    void everyAnswerForbidsWhatComesFromElsewhere() throws IOException, InterruptedException {
        for (String path : List.of("/", "/page.js", "/page.css", "/api/status", "/nothing")) {
            HttpResponse<String> answer = get(path);
            String policy = answer.headers().firstValue("Content-Security-Policy").orElse("");
            assertTrue(policy.startsWith("default-src 'none'; script-src 'self'"), policy);
            assertFalse(policy.contains("unsafe"), policy);
            assertEquals(path.equals("/nothing") ? 404 : 200, answer.statusCode(), path);
            assertFalse(
                    answer.body().replace("http://www.w3.org/2000/svg", "").contains("http://"));
            assertFalse(answer.body().contains("https://"));
        }
    }

    @Test
    void aNameThatIsNotThisMachinesIsRefused() throws IOException {
        assertEquals("HTTP/1.1 403", raw("Host: evil.example:1\r\n"));
    }

    /** Of two names or tokens, others on the way may have looked at another one. */
    @Test
    void aHeaderThatMayBeThereOnceIsRefusedTwice() throws IOException {
        assertEquals("HTTP/1.1 200", raw("Host: localhost\r\n"));
        assertEquals("HTTP/1.1 400", raw("Host: localhost\r\nHost: evil.example\r\n"));
        assertEquals("HTTP/1.1 400", raw("Host: localhost\r\nHost: localhost\r\n"));
        assertEquals(
                "HTTP/1.1 400", raw("Host: localhost\r\nAuthorization: a\r\nAuthorization: b\r\n"));
    }

    /** The begin of what is answered to a request with these headers. */
    private String raw(String headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.httpPort())) {
            socket.getOutputStream()
                    .write(bytes("GET /api/status HTTP/1.1\r\n" + headers + "\r\n"));
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(server.httpPort(), path));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }
}
