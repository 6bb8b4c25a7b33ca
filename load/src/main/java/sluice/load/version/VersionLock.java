package sluice.load.version;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.VersionFiles;

/**
 * The lock of a store's versions: held while they are sealed, served or deleted, never while rows
 * are loaded.
 */
final class VersionLock {
    private static final int TRIES = 200;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private VersionLock() {}

    /** Takes the lock, after ten seconds at most; the caller must close it. */
    static Closeable take(Storage storage) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            Optional<Closeable> lock = storage.lock(VersionFiles.LOCK);
            if (lock.isPresent()) {
                return lock.get();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        throw new SluiceException(
                ErrorCode.STORE,
                "another process changes the versions of %s; repeat the command when it has ended"
                        .formatted(storage.location()));
    }
}
