package sluice.gremlin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.CloseableIterator;
import org.apache.tinkerpop.gremlin.structure.util.GraphFactory;
import org.apache.tinkerpop.gremlin.structure.util.detached.DetachedFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.gremlin.access.DirectoryAccess;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;

/** Nodes, links and values are vertices, edges and properties. */
class SluiceGraphTest {
    private static final long LARGE = -7;

    @TempDir private Path directory;

    /** A store whose ids and types are numbers. */
    private Path numbers() throws IOException {
        Path store = directory.resolve("numbers");
        byte[] bytes = {(byte) 0xFF, 1};
        try (Live live = Live.open(store, LiveSettings.usual())) {
            live.load(
                    TestStores.source(
                            Files.writeString(directory.resolve("pairs.txt"), "1 2\n1 3\n"), null));
            live.graph().addLink(link(1, 5, LARGE, Visibility.VISIBLE, 9, new byte[0]));
            live.graph().addLink(link(1, 5, 4, Visibility.HIDDEN, 9, new byte[0]));
            live.graph().addLink(link(LARGE, 5, 1, Visibility.VISIBLE, 0, bytes));
            live.graph().addLink(link(8, 5, 8, Visibility.VISIBLE, 0, "word".getBytes(UTF_8)));
            live.graph().addNode(new Node(0, 77, 3, 12, "text".getBytes(UTF_8)));
            live.store().absorb();
        }
        return store;
    }

    private static Link link(
            long id1, long type, long id2, Visibility visibility, long time, byte[] data) {
        return new Link(id1, type, id2, visibility, 0, time, data);
    }

    @Test
    void numbersAreIds() throws IOException {
        try (SluiceGraph graph = SluiceGraph.open(numbers())) {
            GraphTraversalSource g = graph.traversal();
            BigInteger large = new BigInteger(Long.toUnsignedString(LARGE));
            assertEquals(List.of(large), g.V(1).out("5").id().toList());
            assertEquals(List.of(large), g.V("1").out("5").id().toList());
            assertEquals(List.of(1L), g.V(large).out().id().toList());
            assertEquals(List.of(2L, 3L), g.V(1L).out("0").id().toList());
            assertEquals(List.of(1L), g.V(2L).in().id().toList());
            assertEquals(List.of(), g.V(3).toList(), "the end of a link has nothing of its own");
            assertEquals(List.of(), g.V(1.5).toList());
            assertEquals(List.of(), g.V(new BigDecimal("1e30")).toList());
            assertEquals(List.of("1 0 2"), g.V(1).outE("0").limit(1).id().toList());
            assertEquals(List.of(8L, 8L), g.V(8).both().id().toList());
        }
    }

    @Test
    void allVerticesAndEdgesAreThoseOfTheRows() throws IOException {
        try (SluiceGraph graph = SluiceGraph.open(numbers())) {
            GraphTraversalSource g = graph.traversal();
            List<Object> ids = g.V().id().toList();
            assertEquals(4, ids.size(), ids::toString);
            assertEquals(5, g.E().count().next());
            for (Edge edge : g.E().toList()) {
                assertEquals(edge, g.E(edge.id()).next());
            }
            assertFalse(g.E("1 5 4").hasNext(), "a hidden link is no edge");
            assertFalse(g.E("1 5").hasNext());
        }
    }

    @Test
    void fieldsOfRowsAreProperties() throws IOException {
        try (SluiceGraph graph = SluiceGraph.open(numbers())) {
            GraphTraversalSource g = graph.traversal();
            Vertex node = g.V().hasLabel("77").next();
            assertEquals(
                    Map.of("time", 12L, "version", 3L, "data", "text"),
                    g.V(node).valueMap().by(__.unfold()).next());
            assertEquals(9L, g.V(1).outE("5").values("time").next());
            assertEquals(0L, g.V(8).outE("5").values("time").next());
            assertEquals(List.of("word"), g.V(8).outE("5").values().toList());
            assertEquals(
                    ByteBuffer.wrap(new byte[] {(byte) 0xFF, 1}),
                    g.E(Long.toUnsignedString(LARGE) + " 5 1").values("data").next());
            assertEquals("vertex", g.V(1).label().next());
        }
    }

    @Test
    void valuesHaveTheirTypes() throws IOException {
        Path statements =
                Files.writeString(
                        directory.resolve("a.rdf"),
                        """
                        <a b%> <i> "5" .
                        <a b%> <f> "2.5" .
                        <a b%> <b> "true" .
                        <a b%> <big> "1.10" .
                        <a b%> <v> "[1, 2.5]" .
                        <a b%> <g> "{'type':'Point','coordinates':[1,2]}" .
                        <a b%> <to> <c> (time=5, n=7, word="x") .
                        """
                                .replace("<a b%>", "<a%25b>"));
        Path schema =
                Files.writeString(
                        directory.resolve("a.schema"),
                        """
                        i: int .
                        f: float .
                        b: bool .
                        big: bigfloat .
                        v: float32vector .
                        g: geo .
                        to: [uid] .
                        """);
        Path store = directory.resolve("typed");
        TestStores.load(store, statements, schema);
        try (SluiceGraph graph = SluiceGraph.open(store)) {
            GraphTraversalSource g = graph.traversal();
            Object id = g.V().has("i", 5).id().next();
            assertEquals(5L, g.V(id).values("i").next());
            assertEquals(2.5, g.V(id).values("f").next());
            assertEquals(true, g.V(id).values("b").next());
            assertEquals(new BigDecimal("1.10"), g.V(id).values("big").next());
            assertEquals(List.of(1f, 2.5f), g.V(id).values("v").next());
            assertEquals("{'type':'Point','coordinates':[1,2]}", g.V(id).values("g").next());
            Edge edge = g.V(id).outE("to").next();
            assertEquals(0L, edge.<Object>value("time"), "the field of the link");
            assertEquals(5L, edge.<Object>value("facet.time"));
            assertEquals(7L, edge.<Object>value("n"));
            assertEquals(List.of("word"), g.E(edge.id()).properties("word").key().toList());
            assertEquals(edge, g.E(edge.id()).next());
        }
        try (SluiceGraph graph =
                TestStores.open(
                        "sluice.directory", store.toString(), "sluice.shortIntegers", "true")) {
            assertEquals(5, graph.traversal().V().values("i").next());
        }
    }

    @Test
    void elementsEqualTheirDetachedCopies() throws IOException {
        try (SluiceGraph graph = SluiceGraph.open(PeopleStore.load(directory, 3))) {
            GraphTraversalSource g = graph.traversal();
            Vertex vertex = g.V("<p1>").next();
            assertEquals(vertex, DetachedFactory.detach(vertex, true));
            assertEquals(vertex.hashCode(), DetachedFactory.detach(vertex, true).hashCode());
            Edge edge = g.E().next();
            assertEquals(edge, DetachedFactory.detach(edge, true));
            assertEquals(edge.hashCode(), DetachedFactory.detach(edge, true).hashCode());
            assertNotEquals(vertex, g.V("<p2>").next());
            assertEquals(
                    3, g.V("<p1>").properties("name", "name@fr", "title").dedup().count().next());
        }
    }

    @Test
    void aScanEndsWithItsIterator() throws IOException {
        try (SluiceGraph graph = SluiceGraph.open(PeopleStore.loadFollows(directory, 5_000))) {
            Iterator<Vertex> all = graph.vertices();
            assertTrue(all.hasNext());
            CloseableIterator.closeIterator(all);
            assertFalse(all.hasNext());
            assertEquals(5_001, graph.traversal().V().count().next());
            assertEquals(3, graph.traversal().V().limit(3).toList().size());
        }
    }

    @Test
    void anAnswerThatMayLackRowsIsAnError() throws IOException {
        WatchedAccess access =
                new WatchedAccess(DirectoryAccess.open(PeopleStore.load(directory, 3)));
        access.answerPartly();
        GraphSettings whole =
                new GraphSettings(directory, null, null, null, false, true, false, false);
        GraphTraversalSource g = SluiceGraph.over(access, whole).traversal();
        for (Runnable question :
                List.<Runnable>of(
                        () -> g.V("<p1>").out("friend").toList(),
                        () -> g.V("<p1>").out("friend").count().next(),
                        () -> g.V().has("age", 3).toList(),
                        () -> g.V().toList())) {
            SluiceException failure = assertThrows(SluiceException.class, question::run);
            assertEquals(ErrorCode.INCOMPLETE, failure.code());
        }
        GraphSettings partial =
                new GraphSettings(directory, null, null, null, false, true, true, false);
        try (SluiceGraph graph = SluiceGraph.over(access, partial)) {
            assertEquals(PeopleStore.PEOPLE, graph.traversal().V().count().next());
        }
    }

    @Test
    void settingsSayWhatIsWrong() {
        assertEquals(
                "found none of sluice.directory and sluice.server, expected one of them",
                failure());
        assertEquals(
                "found both of sluice.directory and sluice.server, expected one of them",
                failure("sluice.directory", "a", "sluice.server", "b:1"));
        assertEquals(
                "sluice.server: found \"nowhere\", expected host:port",
                failure("sluice.server", "nowhere"));
        assertEquals(
                "sluice.server: \"x\" is no port; write host:port",
                failure("sluice.server", "nowhere:x"));
        assertEquals(
                "sluice.certificates and sluice.tokenFile require sluice.server",
                failure("sluice.directory", "a", "sluice.tokenFile", "t"));
    }

    private static String failure(String... properties) {
        return assertThrows(SluiceException.class, () -> TestStores.open(properties).close())
                .getMessage();
    }

    @Test
    void aGraphThatIsReadTakesNoWrites() throws IOException {
        Path store = PeopleStore.load(directory, 3);
        Path properties =
                Files.write(
                        directory.resolve("sluice.properties"),
                        List.of(
                                "gremlin.graph=sluice.gremlin.SluiceGraph",
                                "sluice.directory=" + store));
        List<Runnable> writes = new ArrayList<>();
        try (SluiceGraph graph = (SluiceGraph) GraphFactory.open(properties.toString())) {
            Vertex vertex = graph.traversal().V("<p1>").next();
            Edge edge = graph.traversal().E().next();
            writes.add(() -> graph.addVertex(T.label, "Person"));
            writes.add(() -> vertex.property("name", "x"));
            writes.add(() -> vertex.addEdge("friend", vertex));
            writes.add(vertex::remove);
            writes.add(() -> edge.property("since", 1));
            writes.add(edge::remove);
            writes.add(() -> vertex.properties("name").next().remove());
            writes.add(graph::tx);
            writes.add(graph::variables);
            writes.add(graph::compute);
            for (Runnable write : writes) {
                RuntimeException refused = assertThrows(RuntimeException.class, write::run);
                assertTrue(
                        refused instanceof UnsupportedOperationException
                                || refused instanceof IllegalStateException,
                        refused::toString);
            }
            assertFalse(graph.features().graph().supportsTransactions());
        }
    }
}
