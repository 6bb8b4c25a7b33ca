package sluice.gremlin;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.jspecify.annotations.Nullable;
import sluice.model.Link;

/** Makes the elements of one graph: all that an element knows of its graph. Thread-safe. */
interface ElementSource {
    Graph graph();

    StoreParts parts();

    Vertex vertex(long number);

    /** The edge of a visible link forwards. */
    StoredEdge edge(Link link);

    Iterator<Edge> edges(long of, Direction direction, String[] labels, ListPart part);

    Iterator<Vertex> vertices(long of, Direction direction, String[] labels, ListPart part);

    /** How many links of a node there are. */
    long count(long of, Direction direction, String[] labels);

    /** The links of one label from a node to some others. */
    List<? extends Edge> edgesTo(long of, String label, long[] ends);

    String label(StoredVertex of);

    <V> Iterator<VertexProperty<V>> properties(StoredVertex of, String... keys);

    /** The writes of the graph; throws {@code refusal} if it is read alone. */
    Writes writes(Supplier<? extends RuntimeException> refusal);

    boolean takesWrites();

    /** Changes the elements of one graph. */
    interface Writes {
        /** Sets a property; {@code cardinality} is null for that of the schema. */
        <V> VertexProperty<V> setProperty(
                StoredVertex of,
                VertexProperty.@Nullable Cardinality cardinality,
                String key,
                V value);

        /** Removes one value of {@code key}, whose predicate has no language. */
        void removeValue(StoredVertex of, String key, String predicate, long slot);

        Edge addEdge(
                StoredVertex out, String label, Vertex in, Map<String, @Nullable Object> values);

        /** Writes an edge. */
        void put(StoredEdge edge);

        void remove(StoredEdge edge);

        /** Removes a vertex with its edges and values; a name stays a name. */
        void remove(StoredVertex vertex);
    }
}
