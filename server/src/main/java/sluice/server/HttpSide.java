package sluice.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import sluice.server.http.HttpCall;
import sluice.server.http.HttpListener;
import sluice.server.http.HttpReply;
import sluice.server.look.GraphPages;

/**
 * What is served beside gRPC: health, metrics, the status as JSON, and the page. The files of the
 * page lie in the jar; the page loads nothing from elsewhere, and its headers forbid it.
 */
final class HttpSide implements AutoCloseable {
    private static final int HISTORY_SECONDS = 600;
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                    + " img-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";
    private static final Map<String, String> SECURE =
            Map.of(
                    "Content-Security-Policy", POLICY,
                    "X-Content-Type-Options", "nosniff",
                    "Referrer-Policy", "no-referrer",
                    "Cross-Origin-Resource-Policy", "same-origin",
                    "Cache-Control", "no-store");
    private static final Map<String, String> PAGE =
            Map.of(
                    "/", "index.html",
                    "/page.js", "page.js",
                    "/charts.js", "charts.js",
                    "/look.js", "look.js",
                    "/page.css", "page.css",
                    "/icon.svg", "icon.svg",
                    "/ring", "ring.html",
                    "/ring.js", "ring.js",
                    "/ring.css", "ring.css");
    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "svg", "image/svg+xml");

    private final HttpListener listener;
    private final HttpGuard guard;
    private final Supplier<Boolean> isServing;
    private final Supplier<Optional<String>> writesRefused;
    private final Content content;

    /**
     * The parts that change from call to call.
     *
     * @param metrics as Prometheus reads them
     * @param status as JSON, with the last seconds
     * @param ring as JSON; empty on a server of no ring
     */
    record Content(
            Supplier<String> metrics,
            IntFunction<byte[]> status,
            GraphPages graph,
            Supplier<Optional<byte[]>> ring) {}

    HttpSide(
            Access access,
            int port,
            Budget budget,
            Supplier<Boolean> isServing,
            Supplier<Optional<String>> writesRefused,
            Content content)
            throws IOException {
        this.guard = new HttpGuard(access.token(), access.address());
        this.isServing = isServing;
        this.writesRefused = writesRefused;
        this.content = content;
        PemFiles tls = access.tls();
        SSLContext context = tls == null ? null : TlsContext.of(tls);
        this.listener =
                new HttpListener(
                        new InetSocketAddress(access.address(), port),
                        Network.group("http", 1),
                        Network::listening,
                        context,
                        budget::admitPage,
                        this::answer);
    }

    int port() {
        return listener.port();
    }

    private HttpReply answer(HttpCall call) {
        HttpGuard.Refusal refusal = guard.refusal(call);
        if (refusal != null) {
            return secured(
                    HttpReply.ofText(refusal.status(), refusal.text()),
                    refusal.status() == 401
                            ? Map.of("WWW-Authenticate", "Basic realm=\"sluice\"")
                            : Map.of());
        }
        return secured(
                switch (call.path()) {
                    case "/healthz" -> health();
                    case "/healthz/writes" -> healthOfWrites();
                    case "/metrics" ->
                            reply(
                                    "text/plain; version=0.0.4; charset=utf-8",
                                    bytes(content.metrics().get()));
                    case "/api/status" ->
                            reply(
                                    "application/json",
                                    content.status().apply(seconds(call.query())));
                    case "/api/ring" ->
                            content.ring()
                                    .get()
                                    .map(json -> reply("application/json", json))
                                    .orElse(
                                            HttpReply.ofText(
                                                    404, "this server belongs to no ring\n"));
                    case "/api/node" -> content.graph().node(call.query());
                    case "/api/links" -> content.graph().links(call.query());
                    default -> page(call.path());
                },
                Map.of());
    }

    private static HttpReply secured(HttpReply reply, Map<String, String> more) {
        Map<String, String> headers = new HashMap<>(SECURE);
        headers.putAll(more);
        return new HttpReply(reply.status(), reply.type(), reply.body(), headers);
    }

    private static HttpReply reply(String type, byte[] body) {
        return new HttpReply(200, type, body, Map.of());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** Of reads: who is refused writes only may go on to ask. */
    private HttpReply health() {
        if (!isServing.get()) {
            return HttpReply.ofText(503, "stopping\n");
        }
        String health =
                writesRefused
                        .get()
                        .map(why -> "serving reads; no write is taken: " + why)
                        .orElse("serving");
        return HttpReply.ofText(200, health + "\n");
    }

    private HttpReply healthOfWrites() {
        Optional<String> refusal = isServing.get() ? writesRefused.get() : Optional.of("stopping");
        return HttpReply.ofText(refusal.isEmpty() ? 200 : 503, refusal.orElse("taken") + "\n");
    }

    private static HttpReply page(String path) {
        String name = PAGE.get(path);
        if (name == null) {
            return HttpReply.ofText(404, "there is no " + path + "\n");
        }
        try (InputStream file = HttpSide.class.getResourceAsStream("page/" + name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing in the jar");
            }
            String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
            return reply(type == null ? "text/plain" : type, file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code ?history=N}: how many seconds are wanted; none without it. */
    private static int seconds(@Nullable String query) {
        if (query == null || !query.matches("history=[0-9]{1,5}")) {
            return 0;
        }
        return Math.min(HISTORY_SECONDS, Integer.parseInt(query.substring("history=".length())));
    }

    @Override
    public void close() {
        listener.close();
    }
}
