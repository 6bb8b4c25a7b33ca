package sluice.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON of reports: a tree to fill, and its text. */
public final class JsonText {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonText() {}

    /** An object without members. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** {@code tree} with a member or an element in each line, and a line end. */
    public static String of(JsonNode tree) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON can always be written", e);
        }
    }
}
