package sluice.gremlin;

import java.util.Iterator;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** A node. It holds its number alone; each question about it reads what it asks for. */
final class SluiceVertex implements StoredVertex {
    private final ElementSource source;
    private final long number;

    /** Made when it is first asked for. */
    private @Nullable Object id;

    /** Read when it is first asked for. */
    private @Nullable String label;

    SluiceVertex(ElementSource source, long number) {
        this.source = source;
        this.number = number;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public Object id() {
        Object known = id;
        if (known == null) {
            known = source.parts().ids().vertexId(number);
            id = known;
        }
        return known;
    }

    /** The type of the row of the node; else its {@code dgraph.type}; else {@code vertex}. */
    @Override
    public String label() {
        String known = label;
        if (known == null) {
            known = source.label(this);
            label = known;
        }
        return known;
    }

    @Override
    public Graph graph() {
        return source.graph();
    }

    @Override
    public Iterator<Edge> edges(Direction direction, String... labels) {
        return source.edges(number, direction, labels, ListPart.ALL);
    }

    @Override
    public Iterator<Vertex> vertices(Direction direction, String... labels) {
        return source.vertices(number, direction, labels, ListPart.ALL);
    }

    @Override
    public <V> Iterator<VertexProperty<V>> properties(String... keys) {
        return source.properties(this, keys);
    }

    @Override
    public <V> VertexProperty<V> property(
            VertexProperty.Cardinality cardinality, String key, V value, Object... keyValues) {
        if (keyValues.length > 0) {
            throw VertexProperty.Exceptions.metaPropertiesNotSupported();
        }
        return source.writes(Element.Exceptions::propertyAdditionNotSupported)
                .setProperty(this, cardinality, key, value);
    }

    @Override
    public Edge addEdge(String type, Vertex in, Object... keyValues) {
        if (in == null) {
            throw Graph.Exceptions.argumentCanNotBeNull("inVertex");
        }
        return source.writes(Vertex.Exceptions::edgeAdditionsNotSupported)
                .addEdge(this, type, in, Arguments.ofEdge(type, keyValues));
    }

    @Override
    public void remove() {
        source.writes(Vertex.Exceptions::vertexRemovalNotSupported).remove(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SluiceVertex vertex && vertex.source == source
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
