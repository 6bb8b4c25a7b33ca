package sluice.coordinator;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.ErrorCode;
import sluice.model.HotStore;
import sluice.model.Node;
import sluice.model.SluiceException;

/**
 * Gives added nodes their ids, each above those that were given before. The first is the one that
 * was asked for, else the one above all ids that a load brought. While a load copies its source
 * these are not known: until then ids come from a range that is kept for it, from {@link
 * Node#RESERVED} on. Safe for any number of threads.
 */
final class NodeIds {
    private static final long NONE_LEFT = 0;

    private final HotStore hot;
    private final ColdStore cold;
    private final OptionalLong first;

    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock; empty until it was needed. */
    private OptionalLong next = OptionalLong.empty();

    /** Guarded by the lock: of the loaded content that {@code next} is above. */
    private long epoch;

    /** Writes the node of a new id. */
    interface Use {
        void of(long id) throws IOException;
    }

    NodeIds(HotStore hot, ColdStore cold, OptionalLong first) {
        this.hot = hot;
        this.cold = cold;
        this.first = first;
    }

    /** Hands the next id to {@code use} and returns it; it is free again where that fails. */
    long next(Use use) throws IOException {
        lock.lock();
        try {
            long id = nextFree();
            use.of(id);
            next = OptionalLong.of(id + 1);
            return id;
        } finally {
            lock.unlock();
        }
    }

    private long nextFree() throws IOException {
        if (next.isEmpty() || (first.isEmpty() && epoch != cold.epoch())) {
            next = OptionalLong.of(start());
        }
        long id = next.getAsLong();
        if (id == NONE_LEFT && !first.equals(next)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "no node can be added: the graph has a node or links of the largest id there is, %s"
                            .formatted(Long.toUnsignedString(-1)));
        }
        return id;
    }

    private long start() throws IOException {
        OptionalLong added = hot.nextNodeId();
        if (first.isPresent()) {
            return added.isPresent()
                    ? larger(added.getAsLong(), first.getAsLong())
                    : first.getAsLong();
        }
        try (ColdView view = cold.view()) {
            long free = view.nextNodeId().orElse(Node.RESERVED);
            epoch = view.epoch();
            return added.isEmpty() || free == NONE_LEFT ? free : larger(added.getAsLong(), free);
        }
    }

    private static long larger(long one, long other) {
        return Long.compareUnsigned(one, other) > 0 ? one : other;
    }
}
