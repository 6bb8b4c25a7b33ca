package sluice.gremlin;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;
import sluice.gremlin.ElementIds.LinkKey;

/**
 * A visible link. Its facets are properties, and so are its time, its version and data that are not
 * facets; those fields are listed if they are not 0 or empty, and found by their keys always.
 */
final class SluiceEdge implements Edge {
    static final String TIME = "time";
    static final String VERSION = "version";
    static final String DATA = "data";

    /** The key of a facet that has the name of a field begins so. */
    private static final String FACET = "facet.";

    private final SluiceGraph graph;
    private final LinkKey key;
    private final long time;
    private final long version;
    private final byte[] data;

    /** Made when it is first asked for. */
    private @Nullable String id;

    SluiceEdge(SluiceGraph graph, LinkKey key, long time, long version, byte[] data) {
        this.graph = graph;
        this.key = key;
        this.time = time;
        this.version = version;
        this.data = data;
    }

    LinkKey key() {
        return key;
    }

    @Override
    public Object id() {
        String known = id;
        if (known == null) {
            known = graph.ids().edgeId(key.id1(), key.type(), key.id2());
            id = known;
        }
        return known;
    }

    @Override
    public String label() {
        return graph.types().text(key.type());
    }

    @Override
    public SluiceGraph graph() {
        return graph;
    }

    @Override
    public Vertex outVertex() {
        return new SluiceVertex(graph, key.id1());
    }

    @Override
    public Vertex inVertex() {
        return new SluiceVertex(graph, key.id2());
    }

    @Override
    public Iterator<Vertex> vertices(Direction direction) {
        return switch (direction) {
            case OUT -> List.of(outVertex()).iterator();
            case IN -> List.of(inVertex()).iterator();
            case BOTH -> List.of(outVertex(), inVertex()).iterator();
        };
    }

    @Override
    public <V> Iterator<Property<V>> properties(String... keys) {
        Map<String, Object> all = values();
        List<Property<V>> found = new ArrayList<>();
        if (keys.length == 0) {
            all.forEach((name, value) -> found.add(shown(name, value)));
            return found.iterator();
        }
        for (String name : keys) {
            Object value = name == null ? null : all.get(name);
            if (value != null) {
                found.add(shown(name, value));
            } else if (TIME.equals(name) || VERSION.equals(name)) {
                found.add(shown(name, 0L));
            }
        }
        return found.iterator();
    }

    @SuppressWarnings("unchecked")
    private <V> Property<V> shown(String name, Object value) {
        return new SluiceProperty<>(this, name, (V) value);
    }

    private Map<String, Object> values() {
        Map<String, Object> all = new LinkedHashMap<>();
        Map<String, Object> facets = graph.values().facets(data);
        if (time != 0) {
            all.put(TIME, time);
        }
        if (version != 0) {
            all.put(VERSION, version);
        }
        if (facets == null) {
            all.put(DATA, StoredValues.textOrBytes(data));
        } else {
            facets.forEach((name, value) -> all.put(isField(name) ? FACET + name : name, value));
        }
        return all;
    }

    /** Whether {@code name} is that of a field of a row. */
    static boolean isField(String name) {
        return name.equals(TIME) || name.equals(VERSION) || name.equals(DATA);
    }

    @Override
    public <V> Property<V> property(String name, V value) {
        throw Property.Exceptions.propertyRemovalNotSupported();
    }

    @Override
    public void remove() {
        throw Edge.Exceptions.edgeRemovalNotSupported();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SluiceEdge edge && edge.graph == graph
                ? key.equals(edge.key)
                : ElementHelper.areEqual(this, other);
    }

    @Override
    public int hashCode() {
        return ElementHelper.hashCode(this);
    }

    @Override
    public String toString() {
        return StringFactory.edgeString(this);
    }
}
