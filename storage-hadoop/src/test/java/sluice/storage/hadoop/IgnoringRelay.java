package sluice.storage.hadoop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A service that takes the condition of a put and ignores it, as some do: hands all requests on to
 * a server that keeps it, without that header.
 */
final class IgnoringRelay implements AutoCloseable {
    /** Headers that the relay writes itself, and the condition. */
    private static final Set<String> DROPPED =
            Set.of(
                    "if-none-match",
                    "host",
                    "connection",
                    "content-length",
                    "expect",
                    "transfer-encoding");

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final URI target;

    IgnoringRelay(String target) throws IOException {
        this.target = URI.create(target);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handOn);
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void handOn(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(target + exchange.getRequestURI().toString()))
                            .method(
                                    exchange.getRequestMethod(),
                                    HttpRequest.BodyPublishers.ofByteArray(body));
            exchange.getRequestHeaders()
                    .forEach(
                            (name, values) -> {
                                if (!DROPPED.contains(name.toLowerCase(Locale.ROOT))) {
                                    values.forEach(value -> request.header(name, value));
                                }
                            });
            HttpResponse<byte[]> answer =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            for (String name : new TreeSet<>(answer.headers().map().keySet())) {
                boolean isKept = isHead && name.equalsIgnoreCase("content-length");
                if (isKept || !DROPPED.contains(name.toLowerCase(Locale.ROOT))) {
                    exchange.getResponseHeaders().put(name, answer.headers().allValues(name));
                }
            }
            int length = answer.body().length;
            exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? -1 : length);
            if (length > 0) {
                exchange.getResponseBody().write(answer.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.close();
    }
}
