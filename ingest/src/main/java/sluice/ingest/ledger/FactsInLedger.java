package sluice.ingest.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.GraphRule;

/**
 * How the first line of a reject ledger says that rows are facts: their format, and the scope that
 * blank labels had in their file, and that nodes without a name had, so that a row that is loaded
 * later names the same nodes.
 */
final class FactsInLedger {
    private FactsInLedger() {}

    static ObjectNode toJson(FactFormat facts) {
        ObjectNode json =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("syntax", facts.syntax().name())
                        .put("quads", facts.quads())
                        .put("graphs", facts.graphs().toString())
                        .put("blank_nodes", facts.blankNodes().name())
                        .put("blank_prefix", facts.blankPrefix())
                        .put("ids", facts.ids().name())
                        .put("time", facts.time())
                        .put("version", facts.version())
                        .put("delete", facts.delete());
        if (facts.syntax() == FactFormat.Syntax.JSON) {
            json.put("place_prefix", facts.placePrefix());
            if (!facts.idMembers().isEmpty()) {
                facts.idMembers().forEach(json.putArray("id_members")::add);
            }
        }
        return json;
    }

    /** The format; null where rows have fields. */
    static @Nullable FactFormat fromJson(JsonNode json) {
        if (!json.isObject()) {
            return null;
        }
        List<String> members = new ArrayList<>();
        json.path("id_members").forEach(member -> members.add(member.asText()));
        return new FactFormat(
                FactFormat.Syntax.valueOf(json.path("syntax").asText()),
                json.path("quads").asBoolean(),
                GraphRule.of(json.path("graphs").asText()).orElseThrow(),
                FactFormat.BlankScope.valueOf(json.path("blank_nodes").asText()),
                text(json, "blank_prefix"),
                Map.of(),
                FactRules.Ids.valueOf(json.path("ids").asText()),
                text(json, "time"),
                text(json, "version"),
                json.path("delete").asBoolean(),
                false,
                text(json, "place_prefix"),
                members);
    }

    private static @Nullable String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isTextual() ? value.asText() : null;
    }
}
