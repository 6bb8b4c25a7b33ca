package sluice.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A headless Chromium of this machine, driven through its DevTools protocol. */
final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long DEADLINE_SECONDS = 60;
    private static final List<String> NAMES =
            List.of(
                    "chromium",
                    "chromium-browser",
                    "chromium-headless-shell",
                    "google-chrome",
                    "google-chrome-stable");

    private static final Set<String> NAMED =
            Set.of("image", "SvgRoot", "link", "button", "textbox", "table", "region");

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

    /** What the page complained of: errors on its console, exceptions, what it could not load. */
    final List<String> complaints = new CopyOnWriteArrayList<>();

    /** Where a Chromium is installed, if anywhere. */
    static Optional<Path> find() {
        List<Path> places = new ArrayList<>();
        String named = System.getProperty("chromium");
        if (named != null) {
            places.add(Path.of(named));
        }
        for (String directory : System.getenv("PATH").split(":", -1)) {
            NAMES.forEach(name -> places.add(Path.of(directory, name)));
        }
        return places.stream().filter(Files::isExecutable).findFirst();
    }

    Browser(Path chromium, Path profile) throws IOException, InterruptedException {
        process =
                new ProcessBuilder(
                                chromium.toString(),
                                "--headless=new",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-dev-shm-usage",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--remote-debugging-port=0",
                                "--user-data-dir=" + profile,
                                "about:blank")
                        .redirectErrorStream(true)
                        .redirectOutput(profile.resolve("browser.log").toFile())
                        .start();
        String port = firstLine(profile.resolve("DevToolsActivePort"));
        JsonNode pages =
                JSON.readTree(
                        http.send(
                                        HttpRequest.newBuilder(
                                                        URI.create(
                                                                "http://127.0.0.1:"
                                                                        + port
                                                                        + "/json"))
                                                .build(),
                                        BodyHandlers.ofString())
                                .body());
        String address = "";
        for (JsonNode page : pages) {
            if (page.get("type").asText().equals("page")) {
                address = page.get("webSocketDebuggerUrl").asText();
            }
        }
        socket = http.newWebSocketBuilder().buildAsync(URI.create(address), new Events()).join();
        call("Page.enable");
        call("Runtime.enable");
        call("Log.enable");
        call("Network.enable");
    }

    /** The browser writes its port to a file once it listens. */
    private String firstLine(Path file) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (System.nanoTime() < end && process.isAlive()) {
            if (Files.exists(file) && !Files.readString(file).isBlank()) {
                return Files.readAllLines(file).getFirst();
            }
            process.waitFor(50, TimeUnit.MILLISECONDS);
        }
        throw new IOException(
                "the browser did not start:\n"
                        + Files.readString(file.resolveSibling("browser.log")));
    }

    JsonNode call(String method) {
        return call(method, JSON.createObjectNode());
    }

    JsonNode call(String method, ObjectNode parameters) {
        int id = lastId.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", parameters);
        socket.sendText(message.toString(), true).join();
        return answer.orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS).join();
    }

    void look(int width, int height, boolean isDark) {
        call(
                "Emulation.setDeviceMetricsOverride",
                JSON.createObjectNode()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", width < 500));
        ObjectNode media = JSON.createObjectNode();
        media.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", isDark ? "dark" : "light");
        call("Emulation.setEmulatedMedia", media);
    }

    void open(String address) {
        call("Page.navigate", JSON.createObjectNode().put("url", address));
    }

    /** The value of a JavaScript expression, as text. */
    String value(String expression) {
        return call(
                        "Runtime.evaluate",
                        JSON.createObjectNode()
                                .put("expression", "String(" + expression + ")")
                                .put("returnByValue", true))
                .get("result")
                .path("value")
                .asText();
    }

    /** Types {@code text} where the focus is. */
    void type(String text) {
        call("Input.insertText", JSON.createObjectNode().put("text", text));
    }

    /** Presses and releases Enter. */
    void pressEnter() {
        for (String type : List.of("keyDown", "keyUp")) {
            ObjectNode key = JSON.createObjectNode().put("type", type).put("key", "Enter");
            key.put("code", "Enter").put("windowsVirtualKeyCode", 13);
            if (type.equals("keyDown")) {
                key.put("text", "\r");
            }
            call("Input.dispatchKeyEvent", key);
        }
    }

    /** Waits until the expression is true. */
    void await(String expression) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!value(expression).equals("true")) {
            if (System.nanoTime() > end) {
                throw new AssertionError("never true: " + expression + " " + complaints);
            }
            process.waitFor(50, TimeUnit.MILLISECONDS);
        }
    }

    /** The roles of all that a screen reader must name and finds no name for. */
    List<String> nameless() {
        List<String> found = new ArrayList<>();
        for (JsonNode node : call("Accessibility.getFullAXTree").get("nodes")) {
            String role = node.path("role").path("value").asText();
            boolean hasName = !node.path("name").path("value").asText().isBlank();
            if (!node.path("ignored").asBoolean() && NAMED.contains(role) && !hasName) {
                found.add(role);
            }
        }
        return found;
    }

    /** The whole page as a PNG. */
    void screenshot(Path file) throws IOException {
        JsonNode picture =
                call(
                        "Page.captureScreenshot",
                        JSON.createObjectNode()
                                .put("format", "png")
                                .put("captureBeyondViewport", true));
        Files.write(file, Base64.getDecoder().decode(picture.get("data").asText()));
    }

    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private final class Events implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                take(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void take(String message) {
            try {
                JsonNode event = JSON.readTree(message);
                if (event.has("id")) {
                    answers.remove(event.get("id").asInt()).complete(event.path("result"));
                    return;
                }
                String method = event.path("method").asText();
                JsonNode parameters = event.path("params");
                boolean isComplaint =
                        method.equals("Runtime.exceptionThrown")
                                || method.equals("Network.loadingFailed")
                                || (method.equals("Log.entryAdded")
                                        && parameters
                                                .path("entry")
                                                .path("level")
                                                .asText()
                                                .equals("error"))
                                || (method.equals("Runtime.consoleAPICalled")
                                        && parameters.path("type").asText().equals("error"));
                if (isComplaint) {
                    complaints.add(parameters.toString());
                }
            } catch (IOException e) {
                complaints.add(e.toString());
            }
        }
    }
}
