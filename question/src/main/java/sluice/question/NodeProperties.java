package sluice.question;

import java.util.List;

/**
 * The properties of a node, by the names of their predicates.
 *
 * @param complete whether no load can bring more
 */
public record NodeProperties(long id, List<Property> properties, boolean complete) {
    public NodeProperties {
        properties = List.copyOf(properties);
    }

    /**
     * The values of one predicate.
     *
     * @param count how many there are; more than are here where the list is long
     */
    public record Property(String predicate, long count, List<PropertyValue> values) {
        public Property {
            values = List.copyOf(values);
        }
    }
}
