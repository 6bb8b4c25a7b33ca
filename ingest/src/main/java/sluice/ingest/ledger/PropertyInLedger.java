package sluice.ingest.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.ValueColumn;
import sluice.model.SluiceException;
import sluice.schema.Predicate;
import sluice.schema.SchemaReader;

/** The property that a column becomes, as the first line of a ledger says it. */
final class PropertyInLedger {
    private static final ObjectMapper JSON = new ObjectMapper();

    private PropertyInLedger() {}

    static ObjectNode toJson(ValueColumn value) {
        ObjectNode json =
                JSON.createObjectNode()
                        .put("predicate", value.predicate())
                        .put("language", value.language())
                        .put("array", value.isArray());
        Predicate said = value.said();
        if (said != null) {
            json.put("said", said.declaration()).put("firm", value.isFirm());
        }
        if (!value.constants().isEmpty()) {
            value.constants().forEach(json.putArray("constants")::add);
        }
        return json;
    }

    /** The property in {@code json}; null for a column of another role. */
    static @Nullable ValueColumn fromJson(JsonNode json) {
        if (!json.isObject()) {
            return null;
        }
        String predicate = json.path("predicate").asText();
        if (predicate.isEmpty()) {
            throw new IllegalArgumentException("a property without predicate");
        }
        List<String> constants = new ArrayList<>();
        json.path("constants").forEach(each -> constants.add(each.asText()));
        return new ValueColumn(
                predicate,
                json.path("language").asText(),
                json.path("array").asBoolean(),
                said(json.path("said")),
                json.path("firm").asBoolean(),
                constants,
                null);
    }

    private static @Nullable Predicate said(JsonNode json) {
        if (!json.isTextual()) {
            return null;
        }
        try {
            List<Predicate> predicates = SchemaReader.read("said", json.asText()).predicates();
            return predicates.isEmpty() ? null : predicates.getFirst();
        } catch (SluiceException damaged) {
            throw new IllegalArgumentException(damaged.getMessage(), damaged);
        }
    }
}
