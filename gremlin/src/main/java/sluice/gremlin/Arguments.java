package sluice.gremlin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.jspecify.annotations.Nullable;

/** The keys and values by which an element is added. */
final class Arguments {
    private Arguments() {}

    /** A key with its value. */
    record Argument(String key, @Nullable Object value) {}

    /** Those of a vertex, in their order; throws if they have an id, as the store chooses it. */
    static List<Argument> ofVertex(@Nullable Object... keyValues) {
        ElementHelper.legalPropertyKeyValueArray(keyValues);
        if (ElementHelper.getIdValue(keyValues).isPresent()) {
            throw Vertex.Exceptions.userSuppliedIdsNotSupported();
        }
        return values(keyValues);
    }

    /** Those of an edge; throws if they have an id, which follows from its ends and its label. */
    static Map<String, @Nullable Object> ofEdge(String label, @Nullable Object... keyValues) {
        ElementHelper.validateLabel(label);
        ElementHelper.legalPropertyKeyValueArray(keyValues);
        if (ElementHelper.getIdValue(keyValues).isPresent()) {
            throw Edge.Exceptions.userSuppliedIdsNotSupported();
        }
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (Argument each : values(keyValues)) {
            ElementHelper.validateProperty(each.key, each.value);
            values.put(each.key, each.value);
        }
        return values;
    }

    private static List<Argument> values(@Nullable Object... keyValues) {
        List<Argument> values = new ArrayList<>();
        for (int i = 0; i < keyValues.length; i += 2) {
            if (keyValues[i] instanceof String key) {
                values.add(new Argument(key, keyValues[i + 1]));
            }
        }
        return values;
    }
}
