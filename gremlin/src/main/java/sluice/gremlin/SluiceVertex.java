package sluice.gremlin;

import java.util.Iterator;
import java.util.Optional;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;
import sluice.model.Node;

/** A node. It holds its number alone; each question about it reads what it asks for. */
final class SluiceVertex implements Vertex {
    private final SluiceGraph graph;
    private final long number;

    /** Made when it is first asked for. */
    private @Nullable Object id;

    /** Read when it is first asked for. */
    private @Nullable String label;

    SluiceVertex(SluiceGraph graph, long number) {
        this.graph = graph;
        this.number = number;
    }

    /** The number of the node. */
    long number() {
        return number;
    }

    @Override
    public Object id() {
        Object known = id;
        if (known == null) {
            known = graph.ids().vertexId(number);
            id = known;
        }
        return known;
    }

    /** The type of the row of the node; else its {@code dgraph.type}; else {@code vertex}. */
    @Override
    public String label() {
        String known = label;
        if (known == null) {
            Optional<Node> node = graph.rows().node(number);
            known =
                    node.isPresent()
                            ? graph.types().text(node.get().type())
                            : graph.properties().typeOf(this).orElse(DEFAULT_LABEL);
            label = known;
        }
        return known;
    }

    @Override
    public SluiceGraph graph() {
        return graph;
    }

    /** As {@link #graph}, for whom a vertex is not enough. */
    SluiceGraph sluice() {
        return graph;
    }

    @Override
    public Iterator<Edge> edges(Direction direction, String... labels) {
        return graph.adjacency().edges(this, direction, labels, ListPart.ALL);
    }

    @Override
    public Iterator<Vertex> vertices(Direction direction, String... labels) {
        return graph.adjacency().vertices(this, direction, labels, ListPart.ALL);
    }

    @Override
    public <V> Iterator<VertexProperty<V>> properties(String... keys) {
        return graph.properties().of(this, keys);
    }

    @Override
    public <V> VertexProperty<V> property(
            VertexProperty.Cardinality cardinality, String key, V value, Object... keyValues) {
        throw Element.Exceptions.propertyAdditionNotSupported();
    }

    @Override
    public Edge addEdge(String type, Vertex in, Object... keyValues) {
        throw Vertex.Exceptions.edgeAdditionsNotSupported();
    }

    @Override
    public void remove() {
        throw Vertex.Exceptions.vertexRemovalNotSupported();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SluiceVertex vertex && vertex.graph == graph
                ? number == vertex.number
                : ElementHelper.areEqual(this, other);
    }

    @Override
    public int hashCode() {
        return ElementHelper.hashCode(this);
    }

    @Override
    public String toString() {
        return StringFactory.vertexString(this);
    }
}
