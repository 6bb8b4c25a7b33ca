package sluice.coordinator;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.HotNode;
import sluice.model.HotStore;
import sluice.model.Node;

/** Writes nodes, those of one id one after the other. */
final class NodeWrites {
    private final HotStore hot;
    private final ColdStore cold;
    private final StripedLocks locks;
    private final NodeIds ids;

    NodeWrites(HotStore hot, ColdStore cold, StripedLocks locks, NodeIds ids) {
        this.hot = hot;
        this.cold = cold;
        this.locks = locks;
        this.ids = ids;
    }

    /** Adds {@code node} under the next id, and returns that. */
    long add(Node node) throws IOException {
        long id =
                ids.next(
                        newId -> {
                            ReentrantLock lock = locks.of(newId);
                            lock.lock();
                            try {
                                Node added =
                                        new Node(
                                                newId,
                                                node.type(),
                                                node.version(),
                                                node.time(),
                                                node.data());
                                hot.addNode(HotNode.of(added, hot.nextSequence()), newId + 1);
                            } finally {
                                lock.unlock();
                            }
                        });
        hot.awaitDurable();
        return id;
    }

    /**
     * Puts {@code node}, or removes where it is null, the node of this id and type; says whether
     * there was one.
     */
    Answer<Boolean> change(long id, long type, @Nullable Node node) throws IOException {
        Answer<Boolean> existed;
        ReentrantLock lock = locks.of(id);
        lock.lock();
        try {
            HotNode before = hot.node(id);
            if (before != null && (before.whole() || isRemoved(before, type))) {
                existed = new Answer<>(hasType(before.over(Optional.empty()), type), true);
                if (existed.value()) {
                    put(id, node);
                }
            } else {
                existed = changeOver(before, id, type, node);
            }
        } finally {
            lock.unlock();
        }
        if (existed.value() || !existed.complete()) {
            hot.awaitDurable();
        }
        return existed;
    }

    /** Whether a node of {@code type} is there no more, whatever a load brings. */
    private static boolean isRemoved(HotNode pending, long type) {
        return pending.changes().stream()
                .anyMatch(change -> change.type() == type && change.node() == null);
    }

    private Answer<Boolean> changeOver(
            @Nullable HotNode before, long id, long type, @Nullable Node node) throws IOException {
        try (ColdView view = cold.view()) {
            Answer<Optional<Node>> below = EmptyView.below(view, id).node(id);
            Optional<Node> now = before == null ? below.value() : before.over(below.value());
            boolean found = hasType(now, type);
            if (!below.complete()) {
                HotNode.Change change = new HotNode.Change(type, node);
                hot.putNode(HotNode.pending(id, before, change, hot.nextSequence()));
            } else if (found) {
                put(id, node);
            }
            return new Answer<>(found, below.complete());
        }
    }

    private void put(long id, @Nullable Node node) throws IOException {
        long sequence = hot.nextSequence();
        hot.putNode(node == null ? HotNode.removed(id, sequence) : HotNode.of(node, sequence));
    }

    private static boolean hasType(Optional<Node> node, long type) {
        return node.isPresent() && node.get().type() == type;
    }

    /** Takes {@code row} out of the hot store, unless it was written since. */
    void drop(HotNode row) throws IOException {
        ReentrantLock lock = locks.of(row.id());
        lock.lock();
        try {
            HotNode now = hot.node(row.id());
            if (now != null && now.sequence() == row.sequence()) {
                hot.removeNode(row.id());
            }
        } finally {
            lock.unlock();
        }
    }
}
