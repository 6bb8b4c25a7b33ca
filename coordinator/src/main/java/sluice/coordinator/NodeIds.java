package sluice.coordinator;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import sluice.model.ColdStore;
import sluice.model.ColdView;
import sluice.model.ErrorCode;
import sluice.model.HotStore;
import sluice.model.SluiceException;

/**
 * Gives added nodes their ids, one after the other without a gap: the first is the one that was
 * asked for, else the one above all ids that a load brought; after a later load it is looked up
 * anew, and while that copies its source none is given. Safe for any number of threads.
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
            OptionalLong loaded = view.nextNodeId();
            if (loaded.isEmpty()) {
                throw new SluiceException(
                        ErrorCode.INCOMPLETE,
                        "no node can be added yet: which ids are free is known once the load has"
                                + " copied its source; try again then, or name the first id to be"
                                + " given");
            }
            epoch = view.epoch();
            boolean isLoaded = added.isEmpty() || loaded.getAsLong() == NONE_LEFT;
            return isLoaded ? loaded.getAsLong() : larger(added.getAsLong(), loaded.getAsLong());
        }
    }

    private static long larger(long one, long other) {
        return Long.compareUnsigned(one, other) > 0 ? one : other;
    }
}
