package sluice.gremlin;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * A visible link. Its facets are properties, and so are its time, its version and data that are not
 * facets; those fields are listed if they are not 0 or empty, and found by their keys always.
 */
final class SluiceEdge implements StoredEdge {
    static final String TIME = "time";
    static final String VERSION = "version";
    static final String DATA = "data";

    /** The key of a facet that has the name of a field begins so. */
    private static final String FACET = "facet.";

    private final ElementSource source;
    private final LinkKey key;
    private final long time;
    private final long version;
    private final byte[] data;

    /** Made when it is first asked for. */
    private @Nullable String id;

    SluiceEdge(ElementSource source, LinkKey key, long time, long version, byte[] data) {
        this.source = source;
        this.key = key;
        this.time = time;
        this.version = version;
        this.data = data;
    }

    /** The edge of a row. */
    SluiceEdge(ElementSource source, Link link) {
        this(
                source,
                new LinkKey(link.id1(), link.linkType(), link.id2()),
                link.time(),
                link.version(),
                link.data());
    }

    @Override
    public LinkKey key() {
        return key;
    }

    @Override
    public Link link() {
        return new Link(key.id1(), key.type(), key.id2(), Visibility.VISIBLE, version, time, data);
    }

    /** This edge with one property set, of {@code null} without it; nothing is written. */
    SluiceEdge with(String name, @Nullable Object value) {
        switch (name) {
            case TIME -> {
                return new SluiceEdge(source, key, number(value), version, data);
            }
            case VERSION -> {
                return new SluiceEdge(source, key, time, number(value), data);
            }
            case DATA -> {
                byte[] bytes = value == null ? new byte[0] : WrittenValues.data(value);
                return new SluiceEdge(source, key, time, version, bytes);
            }
            default -> {
                return withFacet(name, value);
            }
        }
    }

    private static long number(@Nullable Object value) {
        return value == null ? 0 : WrittenValues.whole(value);
    }

    private SluiceEdge withFacet(String name, @Nullable Object value) {
        Map<String, Object> facets = source.parts().values().facets(data);
        if (facets == null) {
            throw GraphSettings.wrong(
                    "%s has data that are not facets; remove its property data first", id());
        }
        Map<String, Object> changed = new TreeMap<>(facets);
        String facet = name.startsWith(FACET) ? name.substring(FACET.length()) : name;
        if (value == null) {
            changed.remove(facet);
        } else {
            changed.put(facet, value);
        }
        return new SluiceEdge(source, key, time, version, WrittenValues.facets(changed));
    }

    /** The edge as it is stored now; this one if it is no longer. */
    private SluiceEdge stored() {
        return source.parts().rows().links(key.id1(), key.type(), new long[] {key.id2()}).stream()
                .map(link -> new SluiceEdge(source, link))
                .findFirst()
                .orElse(this);
    }

    @Override
    public void removeProperty(String name) {
        source.writes(Property.Exceptions::propertyRemovalNotSupported)
                .put(stored().with(name, null));
    }

    @Override
    public Object id() {
        String known = id;
        if (known == null) {
            known = source.parts().ids().edgeId(key.id1(), key.type(), key.id2());
            id = known;
        }
        return known;
    }

    @Override
    public String label() {
        return source.parts().types().text(key.type());
    }

    @Override
    public Graph graph() {
        return source.graph();
    }

    @Override
    public Vertex outVertex() {
        return source.vertex(key.id1());
    }

    @Override
    public Vertex inVertex() {
        return source.vertex(key.id2());
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
        return source.takesWrites() ? stored().ownValues() : ownValues();
    }

    private Map<String, Object> ownValues() {
        Map<String, Object> all = new LinkedHashMap<>();
        Map<String, Object> facets = source.parts().values().facets(data);
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
        ElementSource.Writes writes =
                source.writes(Element.Exceptions::propertyAdditionNotSupported);
        ElementHelper.validateProperty(name, value);
        SluiceEdge changed = stored().with(name, value);
        writes.put(changed);
        return value == null ? Property.empty() : changed.shown(name, value);
    }

    @Override
    public void remove() {
        source.writes(Edge.Exceptions::edgeRemovalNotSupported).remove(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SluiceEdge edge && edge.source == source
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
