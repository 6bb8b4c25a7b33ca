package sluice.gremlin;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.util.iterator.IteratorUtils;
import org.jspecify.annotations.Nullable;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.question.PredicateName;

/**
 * The properties of nodes: values of predicates, {@code name@fr} for those in French, and the
 * fields of the row of a node. Thread-safe.
 */
final class NodeValues {
    /** The predicate by which RDF of Dgraph says of which types a node is. */
    static final String TYPE_PREDICATE = "dgraph.type";

    private final ElementSource source;
    private final StoreParts parts;

    NodeValues(ElementSource source, StoreParts parts) {
        this.source = source;
        this.parts = parts;
    }

    /** The first type of a node, in the order of texts. */
    Optional<String> typeOf(StoredVertex of) {
        List<String> types = new ArrayList<>();
        this.<Object>of(of, TYPE_PREDICATE)
                .forEachRemaining(each -> types.add(String.valueOf(each.value())));
        return types.stream().sorted().findFirst();
    }

    <V> Iterator<VertexProperty<V>> of(StoredVertex of, String... keys) {
        if (keys.length == 0) {
            List<Iterator<VertexProperty<V>>> parts = List.of(all(of), fields(of));
            return IteratorUtils.flatMap(parts.iterator(), each -> each);
        }
        List<Iterator<VertexProperty<V>>> found = new ArrayList<>();
        for (String key : keys) {
            if (key != null) {
                found.add(ofKey(of, key));
            }
        }
        return found.size() == 1
                ? found.getFirst()
                : IteratorUtils.flatMap(found.iterator(), each -> each);
    }

    private <V> Iterator<VertexProperty<V>> all(StoredVertex of) {
        List<Long> types = new ArrayList<>();
        for (TypeCount each : parts.rows().types(of.number())) {
            if (PropertyTypes.isProperty(each.linkType())) {
                types.add(each.linkType());
            }
        }
        return IteratorUtils.flatMap(
                types.iterator(), type -> values(of, type, PredicateName.read("x@.").language()));
    }

    private <V> Iterator<VertexProperty<V>> ofKey(StoredVertex of, String key) {
        PredicateName name = read(key);
        OptionalLong type =
                name == null || name.isCount()
                        ? OptionalLong.empty()
                        : parts.types().number(name.name());
        if (name != null && type.isPresent()) {
            long property = PropertyTypes.ofPredicate(type.getAsLong());
            if (PropertyTypes.isProperty(property)) {
                Iterator<VertexProperty<V>> values = values(of, property, name.language());
                if (values.hasNext()) {
                    return values;
                }
            }
        }
        return SluiceEdge.isField(key) ? field(of, key) : List.<VertexProperty<V>>of().iterator();
    }

    private static @Nullable PredicateName read(String key) {
        try {
            return PredicateName.read(key);
        } catch (SluiceException _) {
            return null;
        }
    }

    private <V> Iterator<VertexProperty<V>> values(
            StoredVertex of, long type, PredicateName.Language language) {
        String name = parts.types().text(PropertyTypes.predicateOf(type));
        return IteratorUtils.filter(
                new ListPages<VertexProperty<V>>(
                        parts.rows(),
                        of.number(),
                        type,
                        ListPart.ALL,
                        (list, index) -> {
                            StoredValues.Stored stored = parts.values().value(list, index);
                            return property(of, name, list.id2(index), stored);
                        }),
                each -> isOf(each, language));
    }

    private static boolean isOf(VertexProperty<?> property, PredicateName.Language language) {
        String found = ((SluiceVertexProperty<?>) property).language();
        return switch (language) {
            case PredicateName.Language.Any() -> true;
            case PredicateName.Language.None() -> found.isEmpty();
            case PredicateName.Language.Tag(String tag) -> found.equalsIgnoreCase(tag);
        };
    }

    @SuppressWarnings("unchecked")
    private <V> VertexProperty<V> property(
            StoredVertex of, String name, long slot, StoredValues.Stored stored) {
        return new SluiceVertexProperty<>(
                source, of, name, stored.language(), (V) stored.value(), slot, stored.facets());
    }

    /** The fields of the row of a node that are not 0 or empty. */
    private <V> Iterator<VertexProperty<V>> fields(StoredVertex of) {
        Optional<Node> node = parts.rows().node(of.number());
        List<VertexProperty<V>> fields = new ArrayList<>();
        if (node.isPresent()) {
            Node row = node.get();
            if (row.time() != 0) {
                fields.add(field(of, SluiceEdge.TIME, row.time()));
            }
            if (row.version() != 0) {
                fields.add(field(of, SluiceEdge.VERSION, row.version()));
            }
            if (row.data().length > 0) {
                fields.add(field(of, SluiceEdge.DATA, StoredValues.textOrBytes(row.data())));
            }
        }
        return fields.iterator();
    }

    private <V> Iterator<VertexProperty<V>> field(StoredVertex of, String key) {
        Optional<Node> node = parts.rows().node(of.number());
        if (node.isEmpty()) {
            return List.<VertexProperty<V>>of().iterator();
        }
        Node row = node.get();
        Object value =
                switch (key) {
                    case SluiceEdge.TIME -> row.time();
                    case SluiceEdge.VERSION -> row.version();
                    default -> StoredValues.textOrBytes(row.data());
                };
        return List.<VertexProperty<V>>of(field(of, key, value)).iterator();
    }

    @SuppressWarnings("unchecked")
    private <V> VertexProperty<V> field(StoredVertex of, String key, Object value) {
        return new SluiceVertexProperty<>(source, of, key, "", (V) value, 0, Map.of());
    }
}
