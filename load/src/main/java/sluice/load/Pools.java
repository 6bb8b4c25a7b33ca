package sluice.load;

import java.util.ArrayDeque;
import java.util.Deque;
import sluice.segment.RowPool;

/**
 * The pools of a load: made when a thread first needs one, used again by the threads of the next
 * step. {@code this} guards the free ones.
 */
final class Pools {
    private final long poolBytes;
    private final Deque<RowPool> free = new ArrayDeque<>();

    Pools(long poolBytes) {
        this.poolBytes = poolBytes;
    }

    /** A pool, empty, whose full handler is still to be set. */
    RowPool take() {
        synchronized (this) {
            if (!free.isEmpty()) {
                return free.removeLast();
            }
        }
        return new RowPool(poolBytes, pool -> {});
    }

    void giveBack(RowPool pool) {
        pool.clear();
        synchronized (this) {
            free.addLast(pool);
        }
    }
}
