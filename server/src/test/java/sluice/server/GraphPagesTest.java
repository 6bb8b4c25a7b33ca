package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.Visibility;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;
import sluice.question.Declaring;

/** Nodes and lists as JSON, from a server, as the page and a stranger ask for them. */
class GraphPagesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final MemoryGraph graph = new MemoryGraph(1);
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<SluiceServer> servers = new ArrayList<>();

    @AfterEach
    void close() {
        http.close();
        servers.forEach(SluiceServer::close);
    }

    @Test
    void nodeHasItsRowAndItsListsWithCounts() throws Exception {
        addLinks(7, 3, 3);
        addLinks(7, 4, 1);
        long id = graph.addNode(new Node(0, 9, 2, 1_600_000_000_000L, bytes("née")));
        JsonNode lists = ok(start(), "/api/node?id=7").get("lists");
        assertEquals(
                "[{\"type\":\"3\",\"name\":null,\"count\":\"3\"},{\"type\":\"4\",\"name\":null,\"count\":\"1\"}]",
                lists.toString());
        JsonNode node = ok(start(), "/api/node?id=" + id);
        assertEquals("née", node.at("/node/data").asText());
        assertEquals("9", node.at("/node/type").asText());
        assertEquals("1600000000000", node.at("/node/time").asText());
        assertTrue(node.get("complete").asBoolean());
        assertTrue(ok(start(), "/api/node?id=99").get("node").isNull());
    }

    @Test
    void idsKeepTheir64Bits() throws Exception {
        graph.addLink(link(-1, 3, Long.MIN_VALUE, new byte[] {0, -1}));
        JsonNode links = ok(start(), "/api/links?id=18446744073709551615&type=3").get("links");
        assertEquals("9223372036854775808", links.get(0).get("id2").asText());
        assertEquals("00ff", links.get(0).get("data_hex").asText());
    }

    @Test
    void listIsReadAPageAtATime() throws Exception {
        addLinks(7, 3, 120);
        SluiceServer server = start();
        List<String> seen = new ArrayList<>();
        boolean more = true;
        while (more) {
            JsonNode page = ok(server, "/api/links?id=7&type=3&limit=50&offset=" + seen.size());
            page.get("links").forEach(link -> seen.add(link.get("id2").asText()));
            more = page.get("more").asBoolean();
        }
        assertEquals(120, seen.size());
        assertEquals(120, seen.stream().distinct().count());
        assertEquals("119", seen.getFirst(), "the newest is the first");
    }

    @Test
    void longDataIsCutAndItsLengthIsTold() throws Exception {
        graph.addLink(link(1, 2, 3, new byte[100_000]));
        JsonNode link = ok(start(), "/api/links?id=1&type=2").get("links").get(0);
        assertEquals(100_000, link.get("data_bytes").asInt());
        assertEquals(512, link.get("data_hex").asText().length());
    }

    @Test
    void answerThatIsTooLongIsRefused() throws Exception {
        SluiceServer server = start(new LongNames());
        addLinks(7, 3, 500);
        assertEquals(50, ok(server, "/api/links?number=7&type=3").get("links").size());
        HttpResponse<String> answer = get(server, "/api/links?number=7&type=3&limit=500");
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body().contains("ask for fewer links by &limit="), answer.body());
    }

    @Test
    void propertiesAreNoLinkLists() throws Exception {
        addLinks(7, 3, 1);
        graph.addLink(link(7, PropertyTypes.FIRST, 1, new byte[] {1}));
        assertEquals(1, ok(start(), "/api/node?id=7").get("lists").size());
    }

    @Test
    void numberIsNoName() throws Exception {
        SluiceServer server = start(new TwoNames());
        graph.addLink(link(1, 5, 2, new byte[0]));
        assertEquals(TwoNames.ODD, ok(server, "/api/node?number=1").get("name").asText());
        assertEquals(404, get(server, "/api/node?id=1").statusCode());
        assertEquals("bob", ok(server, "/api/links?number=1&type=5").at("/links/0/name").asText());
    }

    @Test
    void namesWithSignsOfAddressesAreFound() throws Exception {
        SluiceServer server = start(new TwoNames());
        graph.addLink(link(1, 5, 2, new byte[0]));
        JsonNode node = ok(server, "/api/node?id=" + encoded(TwoNames.ODD));
        assertEquals("1", node.get("id").asText());
        assertEquals(TwoNames.ODD, node.get("name").asText());
        assertEquals("knows", node.at("/lists/0/name").asText());
        JsonNode links = ok(server, "/api/links?type=knows&id=" + encoded(TwoNames.ODD));
        assertEquals("bob", links.at("/links/0/name").asText());
        HttpResponse<String> none = get(server, "/api/node?id=carol");
        assertEquals(404, none.statusCode());
        assertEquals("{\"error\":\"the store has no id \\\"carol\\\"\"}", none.body());
    }

    /** What is shown for such bytes may be the name of another node. */
    @Test
    void bytesThatAreNotUtf8AreRefused() throws Exception {
        SluiceServer server = start(new TwoNames());
        assertEquals("2", ok(server, "/api/node?id=bob%EF%BF%BD").get("id").asText());
        assertEquals(400, get(server, "/api/node?id=bob%FF").statusCode());
    }

    @Test
    void whatMakesNoSenseIsRefusedInWords() throws Exception {
        SluiceServer server = start();
        for (String wrong :
                List.of(
                        "/api/node",
                        "/api/node?",
                        "/api/node?id=",
                        "/api/node?id",
                        "/api/node?id=1&id=2",
                        "/api/node?id=%25zz",
                        "/api/node?number=x",
                        "/api/node?number=18446744073709551616",
                        "/api/node?id=alice",
                        "/api/links?id=1",
                        "/api/links?id=1&type=x",
                        "/api/links?id=1&type=2&limit=501",
                        "/api/links?id=1&type=2&limit=-1",
                        "/api/links?id=1&type=2&offset=99999999999999999999")) {
            HttpResponse<String> answer = get(server, wrong);
            assertEquals(400, answer.statusCode(), wrong + " " + answer.body());
            assertTrue(JSON.readTree(answer.body()).get("error").asText().length() > 5, wrong);
        }
    }

    @Test
    void manyWhoLookAreAllAnswered() throws Exception {
        addLinks(7, 3, 1_000);
        SluiceServer server = start();
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            Callable<String> look = () -> get(server, "/api/links?id=7&type=3&limit=500").body();
            List<Future<String>> answers = new ArrayList<>();
            for (int count = 0; count < 64; count++) {
                answers.add(threads.submit(look));
            }
            String first = answers.getFirst().get();
            for (Future<String> answer : answers) {
                assertEquals(first, answer.get());
            }
        }
    }

    private void addLinks(long id1, long type, int count) throws IOException {
        for (int index = 0; index < count; index++) {
            graph.addLink(new Link(id1, type, index, Visibility.VISIBLE, 0, index, new byte[0]));
        }
    }

    private static Link link(long id1, long type, long id2, byte[] data) {
        return new Link(id1, type, id2, Visibility.VISIBLE, 0, 0, data);
    }

    private SluiceServer start() {
        SluiceServer server =
                SluiceServer.start(
                        ServerOptions.LOCAL.at("127.0.0.1", 0, 0), graph, new SimulatedLoad());
        servers.add(server);
        return server;
    }

    private SluiceServer start(Names names) {
        SluiceServer server =
                SluiceServer.start(
                        ServerOptions.LOCAL.at("127.0.0.1", 0, 0),
                        new BackingStore(graph, names, Declaring.NOTHING),
                        new SimulatedLoad());
        servers.add(server);
        return server;
    }

    private JsonNode ok(SluiceServer server, String path) throws Exception {
        HttpResponse<String> answer = get(server, path);
        assertEquals(200, answer.statusCode(), answer.body());
        return JSON.readTree(answer.body());
    }

    private HttpResponse<String> get(SluiceServer server, String path)
            throws IOException, InterruptedException {
        URI address = URI.create("http://localhost:" + server.httpPort() + path);
        return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Every id has a name of 2,000 bytes. */
    private static final class LongNames implements Names {
        @Override
        public boolean idsAreNames() {
            return true;
        }

        @Override
        public OptionalLong id(WrittenName name) {
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong type(WrittenName name) {
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong writtenId(String text) {
            return OptionalLong.empty();
        }

        @Override
        public long writtenType(String text) {
            return Long.parseLong(text);
        }

        @Override
        public Optional<WrittenName> idName(long id) {
            return Optional.of(WrittenName.of("", id + "x".repeat(2_000)));
        }

        @Override
        public Optional<WrittenName> typeName(long type) {
            return Optional.empty();
        }
    }

    /** Ids 1 and 2 and the type 5 have names. */
    private static final class TwoNames implements Names {
        static final String ODD = "a&b=c d+é#?/%41";

        @Override
        public boolean idsAreNames() {
            return true;
        }

        @Override
        public OptionalLong id(WrittenName name) {
            return writtenId(name.text());
        }

        @Override
        public OptionalLong type(WrittenName name) {
            return OptionalLong.of(writtenType(name.text()));
        }

        @Override
        public OptionalLong writtenId(String text) {
            return switch (text) {
                case ODD -> OptionalLong.of(1);
                case "bob", "bob\uFFFD" -> OptionalLong.of(2);
                default -> OptionalLong.empty();
            };
        }

        @Override
        public long writtenType(String text) {
            return text.equals("knows") ? 5 : Long.parseLong(text);
        }

        @Override
        public Optional<WrittenName> idName(long id) {
            return id > 2
                    ? Optional.empty()
                    : Optional.of(WrittenName.of("", id == 1 ? ODD : "bob"));
        }

        @Override
        public Optional<WrittenName> typeName(long type) {
            return type == 5 ? Optional.of(WrittenName.of("knows")) : Optional.empty();
        }
    }
}
