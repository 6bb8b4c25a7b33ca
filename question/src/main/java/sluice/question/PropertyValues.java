package sluice.question;

import java.util.List;

/**
 * The values that one node has of one predicate.
 *
 * @param isList whether there can be several
 */
public record PropertyValues(boolean isList, List<PropertyValue> values) {
    public PropertyValues {
        values = List.copyOf(values);
    }
}
