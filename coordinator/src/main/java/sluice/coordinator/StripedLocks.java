package sluice.coordinator;

import java.util.concurrent.locks.ReentrantLock;

/** Locks for very many keys: keys share them, so that a thread holds one of them at a time. */
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
        return of(id1 * SPREAD + linkType);
    }

    /** The lock of {@code id}. */
    ReentrantLock of(long id) {
        return locks[(int) (id * SPREAD >>> 54)];
    }
}
