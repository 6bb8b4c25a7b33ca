package sluice.coordinator;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes all who wait whenever the cold store has moved on, which whoever moves it on tells. */
public final class WaitForAny implements Waiting {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();

    /** How often the cold store has moved on; written under the lock. */
    private final AtomicLong moves = new AtomicLong();

    /** The cold store has moved on. */
    public void moved() {
        lock.lock();
        try {
            moves.incrementAndGet();
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long moment() {
        return moves.get();
    }

    @Override
    public boolean awaitMore(long id1, long moment, long nanosMax) throws InterruptedException {
        long left = nanosMax;
        lock.lockInterruptibly();
        try {
            while (moves.get() == moment) {
                if (left <= 0) {
                    return false;
                }
                left = moved.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
