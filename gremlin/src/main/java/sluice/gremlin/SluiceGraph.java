package sluice.gremlin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.commons.configuration2.BaseConfiguration;
import org.apache.commons.configuration2.Configuration;
import org.apache.commons.configuration2.MapConfiguration;
import org.apache.tinkerpop.gremlin.process.computer.GraphComputer;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Transaction;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.gremlin.access.DirectoryAccess;
import sluice.gremlin.access.GraphAccess;
import sluice.gremlin.access.LiveAccess;
import sluice.gremlin.access.ServerAccess;
import sluice.live.LiveSettings;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * A store as a graph of TinkerPop: nodes are vertices, visible links edges, values of predicates
 * properties of vertices, facets properties of edges.
 *
 * <pre>{@code
 * try (SluiceGraph graph = SluiceGraph.open(Path.of("graph"))) {
 *     graph.traversal().V("<ann>").out("friend").values("name").forEachRemaining(System.out::println);
 * }
 * }</pre>
 *
 * <p>Safe for any number of threads; a traversal belongs to one. The caller closes it. There are no
 * transactions. See docs/gremlin.md.
 */
public final class SluiceGraph implements StoreGraph {
    static {
        TraversalStrategies.GlobalCache.registerStrategies(
                SluiceGraph.class,
                TraversalStrategies.GlobalCache.getStrategies(Graph.class)
                        .clone()
                        .addStrategies(
                                SluiceGraphStepStrategy.INSTANCE, SluiceLinkStepStrategy.INSTANCE));
    }

    private final Configuration configuration;
    private final GraphSettings settings;
    private final GraphAccess access;
    private final StoreElements elements;
    private final GraphRows rows;
    private final ElementIds ids;

    private SluiceGraph(Configuration configuration, GraphSettings settings, GraphAccess access) {
        this.configuration = configuration;
        this.settings = settings;
        this.access = access;
        this.elements = new StoreElements(this, access, settings);
        this.rows = elements.parts().rows();
        this.ids = elements.parts().ids();
    }

    /**
     * Opens the store that {@code configuration} names, by {@code sluice.directory} or {@code
     * sluice.server}; {@code GraphFactory} calls it.
     */
    public static SluiceGraph open(Configuration configuration) throws IOException {
        GraphSettings settings = GraphSettings.of(configuration);
        return new SluiceGraph(configuration, settings, access(settings));
    }

    /** A graph over {@code access}, which it closes. */
    static SluiceGraph over(GraphAccess access, GraphSettings settings) {
        return new SluiceGraph(new BaseConfiguration(), settings, access);
    }

    /** Opens the store in {@code directory} for reads. */
    public static SluiceGraph open(Path directory) throws IOException {
        return open(new MapConfiguration(Map.of(GraphSettings.DIRECTORY, directory.toString())));
    }

    /** Asks the server at {@code address}, as {@code localhost:7411}. */
    public static SluiceGraph connect(String address) throws IOException {
        return open(new MapConfiguration(Map.of(GraphSettings.SERVER, address)));
    }

    private static GraphAccess access(GraphSettings settings) throws IOException {
        String server = settings.server();
        if (server != null) {
            ClientOptions options =
                    ClientOptions.of(GraphSettings.host(server), GraphSettings.port(server))
                            .secured(settings.certificates(), settings.tokenFile());
            return ServerAccess.open(options, settings.writes());
        }
        Path directory = settings.directory();
        if (directory == null) {
            throw new IllegalStateException("settings without a store");
        }
        return settings.writes()
                ? LiveAccess.open(directory, LiveSettings.usual())
                : DirectoryAccess.open(directory);
    }

    @Override
    public ElementSource elements() {
        return elements;
    }

    /** Moves on to what a load in another process has published, and to its schema. */
    public void refresh() throws IOException {
        access.refresh();
    }

    @Override
    public Iterator<Vertex> vertices(Object @Nullable ... wanted) {
        if (wanted == null) {
            return List.<Vertex>of().iterator();
        }
        if (wanted.length == 0) {
            rows.requireScan("V()", "name ids, or a property with an index");
            return allVertices();
        }
        List<Vertex> found = new ArrayList<>();
        flat(wanted)
                .forEach(
                        id -> {
                            OptionalLong number = ids.number(id);
                            if (number.isPresent() && isVertex(number.getAsLong())) {
                                found.add(elements.vertex(number.getAsLong()));
                            }
                        });
        return found.iterator();
    }

    private static List<Object> flat(Object[] wanted) {
        List<Object> flat = new ArrayList<>();
        for (Object each : wanted) {
            if (each instanceof Iterable<?> many) {
                many.forEach(flat::add);
            } else {
                flat.add(each);
            }
        }
        return flat;
    }

    /** A node has a name, a row, a value or a link of its own. */
    private boolean isVertex(long number) {
        return ids.isNamed(number)
                || rows.node(number).isPresent()
                || !rows.types(number).isEmpty();
    }

    /** The nodes that have a row, a value or a link of their own. */
    private Iterator<Vertex> allVertices() {
        return new Scan<>(
                rows,
                sink ->
                        new GraphReader.Visitor() {
                            private boolean isFirst = true;
                            private long last;

                            @Override
                            public void node(Node node) {
                                show(node.id());
                            }

                            @Override
                            public void link(Link link) {
                                if (link.visibility() == Visibility.VISIBLE) {
                                    show(link.id1());
                                }
                            }

                            private void show(long id) {
                                if (isFirst || id != last) {
                                    sink.accept(elements.vertex(id));
                                }
                                isFirst = false;
                                last = id;
                            }
                        });
    }

    @Override
    public Iterator<Edge> edges(Object @Nullable ... wanted) {
        if (wanted == null) {
            return List.<Edge>of().iterator();
        }
        if (wanted.length == 0) {
            rows.requireScan("E()", "name ids, or begin from vertices");
            return new Scan<>(
                    rows,
                    sink ->
                            (Scan.LinkVisitor)
                                    link -> {
                                        if (elements.isEdge(link)) {
                                            sink.accept(elements.edge(link));
                                        }
                                    });
        }
        List<Edge> found = new ArrayList<>();
        flat(wanted)
                .forEach(
                        id -> {
                            LinkKey key = ids.linkKey(id);
                            if (key != null && elements.parts().types().isForwards(key.type())) {
                                rows.links(key.id1(), key.type(), new long[] {key.id2()})
                                        .forEach(link -> found.add(elements.edge(link)));
                            }
                        });
        return found.iterator();
    }

    @Override
    public Vertex addVertex(@Nullable Object... keyValues) {
        return elements.writes(Graph.Exceptions::vertexAdditionsNotSupported).addVertex(keyValues);
    }

    @Override
    public <C extends GraphComputer> C compute(Class<C> computer) {
        throw Graph.Exceptions.graphComputerNotSupported();
    }

    @Override
    public GraphComputer compute() {
        throw Graph.Exceptions.graphComputerNotSupported();
    }

    @Override
    public Transaction tx() {
        throw Graph.Exceptions.transactionsNotSupported();
    }

    @Override
    public Variables variables() {
        throw Graph.Exceptions.variablesNotSupported();
    }

    @Override
    public Configuration configuration() {
        return configuration;
    }

    @Override
    public Features features() {
        return new SluiceFeatures(elements.takesWrites(), settings.shortIntegers());
    }

    @Override
    public void close() throws IOException {
        access.close();
    }

    @Override
    public String toString() {
        String server = settings.server();
        return StringFactory.graphString(
                this, server == null ? String.valueOf(settings.directory()) : server);
    }
}
