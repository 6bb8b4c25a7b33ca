package sluice.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * What is served beside gRPC: health, metrics, the status as JSON, and the page. The files of the
 * page lie in the jar; the page loads nothing from elsewhere, and its headers forbid it.
 */
final class HttpSide implements AutoCloseable {
    private static final int BACKLOG = 64;
    private static final int HISTORY_SECONDS = 600;
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                    + " img-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";
    private static final Map<String, String> PAGE =
            Map.of(
                    "/", "index.html",
                    "/page.js", "page.js",
                    "/charts.js", "charts.js",
                    "/page.css", "page.css",
                    "/icon.svg", "icon.svg");
    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "svg", "image/svg+xml");

    /**
     * Else a client that sends nothing, or takes nothing, would hold a connection for ever, and
     * many of them all file handles. Times are in seconds but for the one of the clock.
     */
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "sun.net.httpserver.maxReqTime",
                    "5",
                    "sun.net.httpserver.maxRspTime",
                    "30",
                    "sun.net.httpserver.idleInterval",
                    "5",
                    "sun.net.httpserver.clockTick",
                    "1000",
                    "sun.net.httpserver.maxReqHeaderSize",
                    Integer.toString(16 << 10),
                    "jdk.httpserver.maxConnections",
                    Integer.toString(Limits.ofThisProcess().httpConnections()));

    static {
        // The server of the JDK reads them once, before its first connection.
        SETTINGS.forEach(
                (name, value) -> {
                    if (System.getProperty(name) == null) {
                        System.setProperty(name, value);
                    }
                });
    }

    private final HttpServer server;
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory());
    private final HttpGuard guard;
    private final Supplier<Boolean> isServing;
    private final Supplier<Optional<String>> writesRefused;
    private final Supplier<String> metrics;
    private final IntFunction<byte[]> status;

    HttpSide(
            Access access,
            int port,
            Supplier<Boolean> isServing,
            Supplier<Optional<String>> writesRefused,
            Supplier<String> metrics,
            IntFunction<byte[]> status)
            throws IOException {
        this.guard = new HttpGuard(access.token(), access.address());
        this.isServing = isServing;
        this.writesRefused = writesRefused;
        this.metrics = metrics;
        this.status = status;
        InetSocketAddress address = new InetSocketAddress(access.address(), port);
        Access.PemFiles tls = access.tls();
        if (tls == null) {
            server = HttpServer.create(address, BACKLOG);
        } else {
            HttpsServer https = HttpsServer.create(address, BACKLOG);
            https.setHttpsConfigurator(new HttpsConfigurator(TlsContext.of(tls)));
            server = https;
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            secure(exchange);
            HttpGuard.Refusal refusal = guard.refusal(exchange);
            if (refusal != null) {
                if (refusal.status() == 401) {
                    exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"sluice\"");
                }
                send(exchange, refusal.status(), "text/plain; charset=utf-8", refusal.text());
                return;
            }
            String path = exchange.getRequestURI().getPath();
            switch (path) {
                case "/healthz" -> health(exchange);
                case "/healthz/writes" -> healthOfWrites(exchange);
                case "/metrics" ->
                        send(
                                exchange,
                                200,
                                "text/plain; version=0.0.4; charset=utf-8",
                                metrics.get());
                case "/api/status" ->
                        send(exchange, 200, "application/json", status.apply(seconds(exchange)));
                default -> page(exchange, path);
            }
        }
    }

    /** Of reads: who is refused writes only may go on to ask. */
    private void health(HttpExchange exchange) throws IOException {
        if (!isServing.get()) {
            sendHealth(exchange, 503, "stopping");
            return;
        }
        String health =
                writesRefused
                        .get()
                        .map(why -> "serving reads; no write is taken: " + why)
                        .orElse("serving");
        sendHealth(exchange, 200, health);
    }

    private void healthOfWrites(HttpExchange exchange) throws IOException {
        Optional<String> refusal = isServing.get() ? writesRefused.get() : Optional.of("stopping");
        sendHealth(exchange, refusal.isEmpty() ? 200 : 503, refusal.orElse("taken"));
    }

    private static void sendHealth(HttpExchange exchange, int status, String health)
            throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", health + "\n");
    }

    private void page(HttpExchange exchange, String path) throws IOException {
        String name = PAGE.get(path);
        if (name == null) {
            send(exchange, 404, "text/plain; charset=utf-8", "there is no " + path + "\n");
            return;
        }
        try (InputStream file = HttpSide.class.getResourceAsStream("page/" + name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing in the jar");
            }
            String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
            send(exchange, 200, type == null ? "text/plain" : type, file.readAllBytes());
        }
    }

    /** {@code ?history=N}: how many seconds are wanted; none without it. */
    private static int seconds(HttpExchange exchange) {
        String query = exchange.getRequestURI().getQuery();
        if (query == null || !query.matches("history=[0-9]{1,5}")) {
            return 0;
        }
        return Math.min(HISTORY_SECONDS, Integer.parseInt(query.substring("history=".length())));
    }

    private static void secure(HttpExchange exchange) {
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
    }

    private static void send(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        send(exchange, status, type, text.getBytes(UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead || body.length == 0 ? -1 : body.length);
        if (!isHead) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(1);
        threads.shutdown();
    }
}
