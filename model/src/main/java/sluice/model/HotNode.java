package sluice.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a hot store holds for the id of a node.
 *
 * <p>Either it stands for the id alone ({@code whole}), with one change at most; or it holds
 * changes of a node that was not known when they were made, as a load had not copied its source
 * yet: each applies where the cold store has a node of its type.
 *
 * @param sequence the number of the write that left it
 */
public record HotNode(long id, boolean whole, List<Change> changes, long sequence) {

    /** What becomes of a node of one type; null where it is removed. */
    public record Change(long type, @Nullable Node node) {}

    public HotNode {
        changes = List.copyOf(changes);
        if (whole && changes.size() > 1) {
            throw new IllegalArgumentException("more than one node of the id " + id);
        }
    }

    /** The node {@code node}, whatever the cold store has. */
    public static HotNode of(Node node, long sequence) {
        return new HotNode(node.id(), true, List.of(new Change(node.type(), node)), sequence);
    }

    /** No node, whatever the cold store has. */
    public static HotNode removed(long id, long sequence) {
        return new HotNode(id, true, List.of(), sequence);
    }

    /**
     * As {@code before}, which is not whole or null, with {@code change} in place of the one that
     * it has for this type.
     */
    public static HotNode pending(long id, @Nullable HotNode before, Change change, long sequence) {
        List<Change> changes = new ArrayList<>(before == null ? List.of() : before.changes);
        changes.removeIf(earlier -> earlier.type() == change.type());
        changes.add(change);
        return new HotNode(id, false, changes, sequence);
    }

    /** The node of this id in a graph whose cold store holds {@code cold}. */
    public Optional<Node> over(Optional<Node> cold) {
        if (whole) {
            return changes.isEmpty()
                    ? Optional.empty()
                    : Optional.ofNullable(changes.getFirst().node());
        }
        if (cold.isPresent()) {
            for (Change change : changes) {
                if (change.type() == cold.get().type()) {
                    return Optional.ofNullable(change.node());
                }
            }
        }
        return cold;
    }
}
