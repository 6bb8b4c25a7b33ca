package sluice.gremlin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.model.SluiceException;
import sluice.server.ServerOptions;

/** Gremlin writes what a server takes as online writes, and reads it back at once. */
class GraphWritesTest {
    @TempDir private static Path directory;

    private static Path store;

    @BeforeAll
    static void load() throws IOException {
        store = PeopleStore.load(directory, 9);
    }

    /** What a test does with a graph that takes writes. */
    private interface Work {
        void on(GraphTraversalSource g) throws IOException;
    }

    /** Opens the store itself, then asks it through a server; works on other people each time. */
    private static void onBoth(Work work) throws IOException {
        try (SluiceGraph graph =
                TestStores.open("sluice.directory", store.toString(), "sluice.writes", "true")) {
            work.on(graph.traversal());
        }
        ServerOptions where = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        try (Live live = Live.open(store, LiveSettings.usual().servedAt(where));
                SluiceGraph graph =
                        TestStores.open(
                                "sluice.server",
                                "127.0.0.1:" + live.server().orElseThrow().port(),
                                "sluice.writes",
                                "true")) {
            work.on(graph.traversal());
        }
    }

    @Test
    void propertiesAreWrittenAndFound() throws IOException {
        onBoth(
                g -> {
                    g.V("<p1>").property("age", 77).property("name@fr", "Une").iterate();
                    assertEquals(List.of("<p1>"), g.V().has("age", 77).id().toList());
                    assertEquals("Une", g.V("<p1>").values("name@fr").next());
                    g.V("<p1>").property(VertexProperty.Cardinality.set, "nick", "x").iterate();
                    assertTrue(g.V("<p1>").values("nick").toSet().contains("x"));
                    g.V("<p1>").property(VertexProperty.Cardinality.single, "nick", "y").iterate();
                    assertEquals(Set.of("y"), g.V("<p1>").values("nick").toSet());
                    g.V("<p1>").properties("nick").drop().iterate();
                    assertFalse(g.V("<p1>").values("nick").hasNext());
                    g.V("<p1>").property("age", 5).iterate();
                    OffsetDateTime born = OffsetDateTime.parse("2001-02-03T04:05:06Z");
                    g.V("<p1>").property("born", born).iterate();
                    assertEquals(born, g.V("<p1>").values("born").next());
                });
    }

    @Test
    void edgesAreWrittenWithTheirCopyBackwards() throws IOException {
        onBoth(
                g -> {
                    g.V("<p2>").outE("friend").drop().iterate();
                    Vertex end = g.V("<p3>").next();
                    g.V("<p2>").addE("friend").to(end).property("since", 1999).iterate();
                    assertEquals(List.of("<p3>"), g.V("<p2>").out("friend").id().toList());
                    assertTrue(g.V("<p3>").in("friend").id().toSet().contains("<p2>"));
                    assertEquals(1999L, g.E("<p2> friend <p3>").values("since").next());
                    Edge edge = g.E("<p2> friend <p3>").next();
                    edge.property("time", 12L);
                    edge.property("since", 2001L);
                    edge.property("close", true);
                    edge.property("since").remove();
                    assertEquals(
                            Set.of("time", "close"),
                            g.V("<p3>")
                                    .inE("friend")
                                    .where(__.outV().hasId("<p2>"))
                                    .properties()
                                    .key()
                                    .toSet());
                    IllegalArgumentException twice =
                            assertThrows(
                                    IllegalArgumentException.class,
                                    () -> g.V("<p2>").addE("friend").to(end).iterate());
                    assertEquals(
                            Graph.Exceptions.edgeWithIdAlreadyExists(edge.id()).getMessage(),
                            twice.getMessage());
                    edge.remove();
                    assertFalse(g.V("<p2>").out("friend").hasNext());
                    assertFalse(g.V("<p3>").in("friend").hasId("<p2>").hasNext());
                });
    }

    @Test
    void verticesAreAddedAndRemoved() throws IOException {
        onBoth(
                g -> {
                    Vertex added = g.addV("friend").property("name", "New").next();
                    assertEquals("friend", added.label());
                    assertEquals(added, g.V().has("name", "New").next());
                    assertEquals(added, g.V(added.id()).next());
                    g.V(added).addE("friend").to(__.V("<p5>")).iterate();
                    g.V("<p6>").addE("friend").to(added).iterate();
                    g.V(added).drop().iterate();
                    assertFalse(g.V(added.id()).hasNext());
                    assertFalse(g.V().has("name", "New").hasNext());
                    assertFalse(g.V("<p6>").out("friend").is(P.eq(added)).hasNext());
                });
    }

    @Test
    void aWriteThatTheStoreCannotKeepIsRefused() throws IOException {
        onBoth(
                g -> {
                    assertThrows(SluiceException.class, () -> g.addV("Unheard").iterate());
                    assertThrows(
                            SluiceException.class,
                            () -> g.V("<p7>").addE("unheard").to(__.V("<p8>")).iterate());
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> g.V("<p7>").property("age", "old").iterate());
                    assertThrows(
                            UnsupportedOperationException.class,
                            () ->
                                    g.V("<p7>")
                                            .property(VertexProperty.Cardinality.list, "age", 4)
                                            .iterate());
                    assertThrows(
                            UnsupportedOperationException.class,
                            () -> g.V("<p7>").property("age", 4, "meta", 1).iterate());
                });
    }
}
