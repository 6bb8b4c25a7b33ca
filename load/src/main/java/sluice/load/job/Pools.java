package sluice.load.job;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import sluice.segment.RowPool;

/**
 * The pools of rows that loads need: made when a thread first needs one, used again by the threads
 * of the next step, and by the next load where who loads keeps them. Those that are free are
 * garbage as soon as Java has no other room. Safe for any number of threads.
 */
public final class Pools {
    /** {@code this} guards it. */
    private final Deque<SoftReference<RowPool>> free = new ArrayDeque<>();

    /** A pool of at most {@code bytes}, empty, whose full handler is still to be set. */
    public RowPool take(long bytes) {
        synchronized (this) {
            while (!free.isEmpty()) {
                @Nullable RowPool pool = free.removeLast().get();
                if (pool != null && pool.capacityBytes() == RowPool.capacityBytes(bytes)) {
                    return pool;
                }
            }
        }
        return new RowPool(bytes, _ -> {});
    }

    public void giveBack(RowPool pool) {
        pool.clear();
        pool.onFull(_ -> {});
        synchronized (this) {
            free.addLast(new SoftReference<>(pool));
        }
    }
}
