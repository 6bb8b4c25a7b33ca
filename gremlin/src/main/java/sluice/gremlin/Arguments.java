package sluice.gremlin;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Edge;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.jspecify.annotations.Nullable;

/** The keys and values by which an element is added. */
final class Arguments {
    private Arguments() {}

    /** Those of a vertex; throws if they have an id, as the store chooses it. */
    static Map<String, @Nullable Object> ofVertex(@Nullable Object... keyValues) {
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
        Map<String, @Nullable Object> values = values(keyValues);
        values.forEach(ElementHelper::validateProperty);
        return values;
    }

    private static Map<String, @Nullable Object> values(@Nullable Object... keyValues) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < keyValues.length; i += 2) {
            if (keyValues[i] instanceof String key) {
                values.put(key, keyValues[i + 1]);
            }
        }
        return values;
    }
}
