package sluice.gremlin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.server.ServerOptions;

/** A server answers as the directory does. */
class GremlinServedTest {
    private static final List<Function<GraphTraversalSource, Traversal<?, ?>>> QUESTIONS =
            List.of(
                    g -> g.V().count(),
                    g -> g.E().count(),
                    g -> g.V("<p1>").valueMap(),
                    g -> g.V("<p1>", "<p2>").outE().elementMap(),
                    g -> g.V("<p3>").in("friend").id(),
                    g -> g.V("<p3>").in("likes").id(),
                    g -> g.V().has("age", P.gt(20)).values("name", "name@fr"),
                    g -> g.V().has("email", P.within("p1@example.org", "p2@example.org")).id(),
                    g -> g.V().hasLabel("Robot").out("friend").groupCount().by("title"),
                    g -> g.V("<p1>").repeat(__.out("friend")).times(3).dedup().id());

    @TempDir private Path directory;

    @Test
    void answersAreThoseOfTheDirectory() throws IOException {
        Path store = PeopleStore.load(directory, 5);
        ServerOptions where = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        try (Live live = Live.open(store, LiveSettings.usual().servedAt(where));
                SluiceGraph served =
                        SluiceGraph.connect("127.0.0.1:" + live.server().orElseThrow().port());
                SluiceGraph read = SluiceGraph.open(store)) {
            for (Function<GraphTraversalSource, Traversal<?, ?>> question : QUESTIONS) {
                assertEquals(answer(read, question), answer(served, question));
            }
        }
    }

    private static List<String> answer(
            SluiceGraph graph, Function<GraphTraversalSource, Traversal<?, ?>> question) {
        return question.apply(graph.traversal()).toList().stream()
                .map(String::valueOf)
                .sorted()
                .toList();
    }
}
