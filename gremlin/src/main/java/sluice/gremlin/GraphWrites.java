package sluice.gremlin;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.tinkerpop.gremlin.structure.Direction;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.jspecify.annotations.Nullable;
import sluice.gremlin.access.GraphAccess;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.TypeCount;
import sluice.question.PredicateName;
import sluice.schema.Predicate;
import sluice.schema.ValueType;

/**
 * The online writes of a graph. Each is done when it returns; one that writes several rows, such as
 * the end of a vertex, is several writes. Thread-safe as the store is, but two threads that change
 * one edge may undo each other's change.
 */
final class GraphWrites implements ElementSource.Writes {
    private final ElementSource source;
    private final StoreParts parts;
    private final GraphAccess access;
    private final GraphStore store;

    private GraphWrites(ElementSource source, GraphAccess access, GraphStore store) {
        this.source = source;
        this.parts = source.parts();
        this.access = access;
        this.store = store;
    }

    /** The writes of {@code source}; null if it is read alone. */
    static @Nullable GraphWrites of(ElementSource source, GraphAccess access) {
        GraphStore store = access.writer();
        return store == null ? null : new GraphWrites(source, access, store);
    }

    Vertex addVertex(@Nullable Object... keyValues) {
        List<Arguments.Argument> values = Arguments.ofVertex(keyValues);
        String label = ElementHelper.getLabelValue(keyValues).orElse(Vertex.DEFAULT_LABEL);
        ElementHelper.validateLabel(label);
        values.forEach(each -> validate(each.key(), each.value()));
        long type = type(label);
        long id = GraphRows.ioUnchecked(() -> store.addNode(new Node(0, type, 0, 0, new byte[0])));
        SluiceVertex vertex = new SluiceVertex(source, id);
        for (Arguments.Argument each : values) {
            Object value = each.value();
            if (value != null) {
                setProperty(vertex, null, each.key(), value);
            }
        }
        return vertex;
    }

    private void validate(String key, @Nullable Object value) {
        ElementHelper.validateProperty(key, value);
        if (value == null) {
            return;
        }
        Optional<Target> target = target(key);
        if (target.isPresent()) {
            WrittenValues.text(value, target.get().type());
        } else if (SluiceEdge.DATA.equals(key)) {
            WrittenValues.data(value);
        } else {
            WrittenValues.whole(value);
        }
    }

    /** The number of the type {@code name}; throws if the store has none. */
    private long type(String name) {
        OptionalLong type = parts.types().number(name);
        if (type.isEmpty()) {
            throw GraphSettings.wrong(
                    "the store has no type \"%s\"; names of types come with loads", name);
        }
        return type.getAsLong();
    }

    /**
     * The predicate that a key of a vertex means.
     *
     * @param isList whether there can be several values
     */
    private record Target(PredicateName name, ValueType type, boolean isList) {}

    /** Empty for a field of the row of a node. */
    private Optional<Target> target(String key) {
        PredicateName name = PredicateName.read(key);
        Predicate declared = parts.types().declaration(name.name());
        if (declared == null
                && SluiceEdge.isField(key)
                && parts.types().number(name.name()).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                declared == null
                        ? new Target(name, ValueType.STRING, true)
                        : new Target(name, declared.type(), declared.isList()));
    }

    @Override
    public <V> VertexProperty<V> setProperty(
            StoredVertex of,
            VertexProperty.@Nullable Cardinality cardinality,
            String key,
            V value) {
        if (value == null) {
            of.properties(key).forEachRemaining(VertexProperty::remove);
            return VertexProperty.empty();
        }
        validate(key, value);
        Optional<Target> target = target(key);
        if (target.isEmpty()) {
            setField(of, key, value);
        } else {
            Target wanted = target.get();
            boolean isSingle = cardinality == VertexProperty.Cardinality.single;
            if (!isSingle && cardinality != null && !wanted.isList) {
                throw VertexProperty.Exceptions.multiPropertiesNotSupported();
            }
            String text = WrittenValues.text(value, wanted.type);
            if (isSingle && wanted.isList) {
                of.properties(key).forEachRemaining(VertexProperty::remove);
            }
            run(
                    () -> {
                        access.setProperty(of.number(), key, text);
                        return true;
                    });
        }
        Iterator<VertexProperty<V>> found = of.properties(key);
        while (found.hasNext()) {
            VertexProperty<V> each = found.next();
            if (isSame(each.value(), value) || target.isEmpty()) {
                return each;
            }
        }
        throw Property.Exceptions.propertyDoesNotExist(of, key);
    }

    private static boolean isSame(Object stored, @Nullable Object written) {
        return stored.equals(written)
                || (stored instanceof Number a
                        && written instanceof Number b
                        && a.longValue() == b.longValue()
                        && a.doubleValue() == b.doubleValue());
    }

    private void setField(StoredVertex of, String key, @Nullable Object value) {
        Optional<Node> found = parts.rows().node(of.number());
        if (found.isEmpty()) {
            throw GraphSettings.wrong(
                    "%s has no row with a field %s; add it by a load", of.id(), key);
        }
        Node row = found.get();
        long time = key.equals(SluiceEdge.TIME) ? WrittenValues.whole(value) : row.time();
        long version = key.equals(SluiceEdge.VERSION) ? WrittenValues.whole(value) : row.version();
        byte[] data = key.equals(SluiceEdge.DATA) ? WrittenValues.data(value) : row.data();
        run(() -> store.updateNode(new Node(row.id(), row.type(), version, time, data)));
    }

    /** Removes one value, or makes a field of the row of a node 0 or empty. */
    @Override
    public void removeValue(StoredVertex of, String key, String predicate, long slot) {
        Optional<Target> target = target(key);
        if (target.isEmpty()) {
            setField(of, key, SluiceEdge.DATA.equals(key) ? "" : (Object) 0L);
            return;
        }
        long type = PropertyTypes.ofPredicate(type(predicate));
        run(() -> store.deleteLink(of.number(), type, slot, Deletion.EXPUNGE));
    }

    @Override
    public Edge addEdge(
            StoredVertex out, String label, Vertex in, Map<String, @Nullable Object> values) {
        long type = type(label);
        OptionalLong end = parts.ids().number(in);
        if (end.isEmpty() || !parts.types().isForwards(type)) {
            throw GraphSettings.wrong("no edge %s to %s can be added", label, in.id());
        }
        LinkKey key = new LinkKey(out.number(), type, end.getAsLong());
        SluiceEdge edge = new SluiceEdge(source, key, 0, 0, new byte[0]);
        for (Map.Entry<String, @Nullable Object> each : values.entrySet()) {
            edge = edge.with(each.getKey(), each.getValue());
        }
        if (!parts.rows().links(key.id1(), type, new long[] {key.id2()}).isEmpty()) {
            throw Graph.Exceptions.edgeWithIdAlreadyExists(edge.id());
        }
        put(edge);
        return edge;
    }

    @Override
    public void put(StoredEdge edge) {
        run(() -> store.addLink(edge.link()));
    }

    @Override
    public void remove(StoredEdge edge) {
        LinkKey key = edge.key();
        run(() -> store.deleteLink(key.id1(), key.type(), key.id2(), Deletion.EXPUNGE));
    }

    @Override
    public void remove(StoredVertex vertex) {
        List<Edge> edges = new ArrayList<>();
        vertex.edges(Direction.BOTH).forEachRemaining(edges::add);
        edges.forEach(Edge::remove);
        for (TypeCount each : parts.rows().types(vertex.number())) {
            if (PropertyTypes.isProperty(each.linkType())) {
                List<Long> slots = new ArrayList<>();
                new ListPages<Long>(
                                parts.rows(),
                                vertex.number(),
                                each.linkType(),
                                ListPart.ALL,
                                (list, index) -> list.id2(index))
                        .forEachRemaining(slots::add);
                for (long slot : slots) {
                    run(
                            () ->
                                    store.deleteLink(
                                            vertex.number(),
                                            each.linkType(),
                                            slot,
                                            Deletion.EXPUNGE));
                }
            }
        }
        Optional<Node> row = parts.rows().node(vertex.number());
        if (row.isPresent()) {
            run(() -> store.deleteNode(row.get().id(), row.get().type()));
        }
    }

    /** A write. */
    private interface Write {
        Object run() throws java.io.IOException;
    }

    private static void run(Write write) {
        GraphRows.ioUnchecked(write::run);
    }
}
