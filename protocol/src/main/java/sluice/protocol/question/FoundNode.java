package sluice.protocol.question;

import java.util.List;

/**
 * A node of an answer.
 *
 * @param ways by how many ways a walk ends there; 0 in other answers
 * @param columns for each predicate that is shown, the values of the node
 */
public record FoundNode(long id, long ways, List<Column> columns) {
    public FoundNode {
        columns = List.copyOf(columns);
    }

    /**
     * The values that the node has of one predicate.
     *
     * @param isList whether there can be several
     */
    public record Column(boolean isList, List<ShownValue> values) {
        public Column {
            values = List.copyOf(values);
        }
    }

    /** No fewer bytes than its message has. */
    public long sizeBytesMax() {
        return 40 + sizeBytesMax(columns);
    }

    static long sizeBytesMax(List<Column> columns) {
        long size = 0;
        for (Column column : columns) {
            size += 16 + ShownValue.sizeBytesMax(column.values);
        }
        return size;
    }
}
