package sluice.gremlin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.configuration2.Configuration;
import org.apache.tinkerpop.gremlin.AbstractGraphProvider;
import org.apache.tinkerpop.gremlin.LoadGraphWith;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;
import org.jspecify.annotations.Nullable;
import sluice.gremlin.access.MemoryAccess;

/** Gives the suites of TinkerPop empty graphs, whose schema declares the keys of their data. */
public final class SuiteProvider extends AbstractGraphProvider {
    private static final String SCHEMA =
            """
            name: string .
            lang: string .
            age: int .
            songType: string .
            performances: int .
            oid: int .
            string: string .
            integer: int .
            boolean: bool .
            double: float .
            long: int .
            knows: [uid] @reverse .
            created: [uid] @reverse .
            followedBy: [uid] @reverse .
            """;

    @Override
    public Map<String, Object> getBaseConfiguration(
            String graphName,
            Class<?> test,
            String testMethodName,
            LoadGraphWith.@Nullable GraphData data) {
        Map<String, Object> configuration = new HashMap<>();
        configuration.put(Graph.GRAPH, SluiceGraph.class.getName());
        configuration.put(GraphSettings.DIRECTORY, graphName);
        return configuration;
    }

    @Override
    public Graph openTestGraph(Configuration configuration) {
        return SluiceGraph.over(
                new MemoryAccess(SCHEMA),
                new GraphSettings(Path.of("memory"), null, null, null, true, true, false, true));
    }

    /** As usual, but of edges with the same ends and label the first one alone. */
    @Override
    protected void readIntoGraph(Graph graph, String path) throws IOException {
        try (TinkerGraph read = TinkerGraph.open()) {
            super.readIntoGraph(read, path);
            Map<Object, Vertex> copies = new HashMap<>();
            read.vertices().forEachRemaining(each -> copies.put(each.id(), copy(each, graph)));
            Set<List<Object>> seen = new HashSet<>();
            read.edges()
                    .forEachRemaining(
                            each -> {
                                Vertex out = copies.get(each.outVertex().id());
                                Vertex in = copies.get(each.inVertex().id());
                                if (seen.add(List.of(out, each.label(), in))) {
                                    out.addEdge(each.label(), in, properties(each));
                                }
                            });
        }
    }

    private static Vertex copy(Vertex vertex, Graph graph) {
        List<Object> arguments = new ArrayList<>(List.of(T.label, vertex.label()));
        arguments.addAll(List.of(properties(vertex)));
        return graph.addVertex(arguments.toArray());
    }

    private static Object[] properties(Element element) {
        List<Object> arguments = new ArrayList<>();
        element.properties()
                .forEachRemaining(each -> arguments.addAll(List.of(each.key(), each.value())));
        return arguments.toArray();
    }

    @Override
    public void clear(@Nullable Graph graph, @Nullable Configuration configuration)
            throws Exception {
        if (graph != null) {
            graph.close();
        }
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Set<Class> getImplementations() {
        return Set.of(
                SluiceGraph.class,
                SluiceVertex.class,
                SluiceEdge.class,
                SluiceProperty.class,
                SluiceVertexProperty.class);
    }
}
