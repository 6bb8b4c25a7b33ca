package sluice.coordinator;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Locks for very many keys: keys share them, so that a thread holds those of one write at a time.
 */
final class StripedLocks {
    private static final int COUNT = 1024;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final ReentrantLock[] locks = new ReentrantLock[COUNT];

    StripedLocks() {
        for (int i = 0; i < COUNT; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    /** The lock of the list (id1, linkType). */
    ReentrantLock of(long id1, long linkType) {
        return locks[place(id1, linkType)];
    }

    /** The lock of {@code id}. */
    ReentrantLock of(long id) {
        return locks[place(id)];
    }

    private static int place(long id1, long linkType) {
        return place(id1 * SPREAD + linkType);
    }

    private static int place(long id) {
        return (int) (id * SPREAD >>> 54);
    }

    /** A list whose lock is wanted. */
    record OfList(long id1, long linkType) {
        private int place() {
            return StripedLocks.place(id1, linkType);
        }
    }

    /**
     * Takes the locks of one or two lists, all threads in the same order, so that none waits for
     * ever. The caller closes what it holds.
     */
    Held hold(OfList list, @Nullable OfList other) {
        if (other == null || other.place() == list.place()) {
            return Held.of(locks[list.place()], null);
        }
        int low = Math.min(list.place(), other.place());
        int high = Math.max(list.place(), other.place());
        return Held.of(locks[low], locks[high]);
    }

    /** Locks that are held until they are closed. */
    record Held(ReentrantLock first, @Nullable ReentrantLock second) implements AutoCloseable {
        private static Held of(ReentrantLock first, @Nullable ReentrantLock second) {
            first.lock();
            if (second != null) {
                second.lock();
            }
            return new Held(first, second);
        }

        @Override
        public void close() {
            if (second != null) {
                second.unlock();
            }
            first.unlock();
        }
    }
}
