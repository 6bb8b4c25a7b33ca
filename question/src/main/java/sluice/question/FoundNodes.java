package sluice.question;

import java.util.List;

/**
 * The nodes that a question found.
 *
 * @param more whether there may be further ones behind the last
 * @param complete whether no load can bring more
 */
public record FoundNodes(List<Found> nodes, boolean more, boolean complete) {
    static final FoundNodes NONE_YET = new FoundNodes(List.of(), false, false);

    public FoundNodes {
        nodes = List.copyOf(nodes);
    }

    /**
     * One node.
     *
     * @param ways by how many ways a walk ends there; 0 where none was asked for
     * @param values of the predicates that are shown, one after the other
     */
    public record Found(long id, long ways, List<PropertyValues> values) {
        public Found {
            values = List.copyOf(values);
        }
    }
}
