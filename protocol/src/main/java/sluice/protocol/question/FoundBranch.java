package sluice.protocol.question;

import java.util.List;

/**
 * A node of a tree, with the links that were followed from it.
 *
 * @param columns for each predicate that is shown, the values of the node
 * @param next where the links of the next step lead; empty at the end
 * @param isCut whether further links were left out
 */
public record FoundBranch(
        long id, List<FoundNode.Column> columns, List<FoundBranch> next, boolean isCut) {
    public FoundBranch {
        columns = List.copyOf(columns);
        next = List.copyOf(next);
    }

    /** No fewer bytes than its message has. */
    public long sizeBytesMax() {
        long size = 48 + FoundNode.sizeBytesMax(columns);
        for (FoundBranch branch : next) {
            size += branch.sizeBytesMax();
        }
        return size;
    }
}
