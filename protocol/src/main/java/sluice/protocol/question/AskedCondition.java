package sluice.protocol.question;

import java.util.List;

/**
 * A condition on the values or links of one predicate, as {@code age ge 30}.
 *
 * @param predicate as docs/questions.md writes it, {@code name@fr} or {@code count(friend)}
 * @param operator its word, as {@code ge}
 * @param values as written; the schema of the store says of which type they are
 */
public record AskedCondition(String predicate, String operator, List<String> values) {
    public AskedCondition {
        values = List.copyOf(values);
    }

    /** How many texts it has: what a message of them costs in memory follows from it. */
    public int count() {
        return 2 + values.size();
    }
}
