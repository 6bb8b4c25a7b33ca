package sluice.protocol.question;

import java.util.List;

/**
 * The values that a node has of one predicate.
 *
 * @param count how many there are; more than are here if the list is long
 */
public record FoundProperty(String predicate, long count, List<ShownValue> values) {
    public FoundProperty {
        values = List.copyOf(values);
    }

    /** No fewer bytes than its message has. */
    public long sizeBytesMax() {
        return 40 + 3L * predicate.length() + ShownValue.sizeBytesMax(values);
    }
}
