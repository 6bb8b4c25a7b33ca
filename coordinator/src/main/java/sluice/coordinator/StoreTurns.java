package sluice.coordinator;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import sluice.load.job.LoadEvents;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Has those of one process take turns who change what is built of a store: a load, a builder
 * outside, an absorption, and whoever closes it. Else the lock of the directory would refuse one
 * while another is at it. Safe for any number of threads.
 */
final class StoreTurns {
    private static final long LOOK_MILLIS = 50;

    private final ReentrantLock lock = new ReentrantLock();

    /** To be closed by the thread that has it. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /** Waits for the turn, however long that takes. */
    Turn await() {
        lock.lock();
        return lock::unlock;
    }

    /** The turn, where nobody has it. */
    Optional<Turn> ifFree() {
        return lock.tryLock() ? Optional.of(lock::unlock) : Optional.empty();
    }

    /** Waits for the turn, unless {@code events} ask for a stop before. */
    Turn await(LoadEvents events) {
        try {
            while (!lock.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                events.throwIfStopped();
            }
            return lock::unlock;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(
                    ErrorCode.INTERRUPTED, "stopped while it waited for an absorption to end", e);
        }
    }
}
