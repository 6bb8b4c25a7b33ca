package sluice.schema;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type of nodes and the predicates that its nodes may have. It is kept and shown, never enforced.
 *
 * @param fields names of predicates, or of links backwards with a {@code ~} before them, in the
 *     order in which they were declared, each once
 */
public record TypeDefinition(long namespace, String name, List<String> fields) {
    public TypeDefinition {
        fields = List.copyOf(fields);
        check(SchemaNames.problem(name));
        for (String field : fields) {
            check(SchemaNames.problemOfField(field));
        }
        check(new HashSet<>(fields).size() == fields.size() ? null : "a field twice: " + fields);
    }

    private static void check(@Nullable String problem) {
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** Its lines in a schema file, in the one canonical form. */
    public String declaration() {
        StringBuilder text = new StringBuilder();
        text.append("%stype <%s> {\n".formatted(SchemaNames.namespace(namespace), name));
        for (String field : fields) {
            text.append("  <").append(field).append(">\n");
        }
        return text.append('}').toString();
    }
}
