package sluice.gremlin;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;
import sluice.gremlin.access.GraphAccess;
import sluice.model.Link;
import sluice.model.Node;

/** The elements of a store, by what reads and writes each kind of them. Thread-safe. */
final class StoreElements implements ElementSource {
    private final Graph graph;
    private final StoreParts parts;
    private final NodeValues values;
    private final Adjacency adjacency;
    private final @Nullable GraphWrites writes;

    StoreElements(Graph graph, GraphAccess access, GraphSettings settings) {
        this.graph = graph;
        this.parts = StoreParts.of(access, settings);
        this.values = new NodeValues(this, parts);
        this.adjacency = new Adjacency(this, parts);
        this.writes = GraphWrites.of(this, access);
    }

    @Override
    public Graph graph() {
        return graph;
    }

    @Override
    public StoreParts parts() {
        return parts;
    }

    /** Whether a row is an edge: a visible link forwards. */
    boolean isEdge(Link link) {
        return adjacency.isEdge(link);
    }

    @Override
    public Vertex vertex(long number) {
        return new SluiceVertex(this, number);
    }

    @Override
    public StoredEdge edge(Link link) {
        return new SluiceEdge(this, link);
    }

    @Override
    public Iterator<Edge> edges(long of, Direction direction, String[] labels, ListPart part) {
        return adjacency.edges(of, direction, labels, part);
    }

    @Override
    public Iterator<Vertex> vertices(long of, Direction direction, String[] labels, ListPart part) {
        return adjacency.vertices(of, direction, labels, part);
    }

    @Override
    public long count(long of, Direction direction, String[] labels) {
        return adjacency.count(of, direction, labels);
    }

    @Override
    public List<? extends Edge> edgesTo(long of, String label, long[] ends) {
        return adjacency.edgesTo(of, label, ends);
    }

    /** The type of the row of the node; else its {@code dgraph.type}; else {@code vertex}. */
    @Override
    public String label(StoredVertex of) {
        Optional<Node> node = parts.rows().node(of.number());
        return node.isPresent()
                ? parts.types().text(node.get().type())
                : values.typeOf(of).orElse(Vertex.DEFAULT_LABEL);
    }

    @Override
    public <V> Iterator<VertexProperty<V>> properties(StoredVertex of, String... keys) {
        return values.of(of, keys);
    }

    @Override
    public GraphWrites writes(Supplier<? extends RuntimeException> refusal) {
        GraphWrites found = writes;
        if (found == null) {
            throw refusal.get();
        }
        return found;
    }

    @Override
    public boolean takesWrites() {
        return writes != null;
    }
}
