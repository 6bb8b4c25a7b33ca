package sluice.load.files;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.publish.PublishProbe;
import sluice.store.Manifest;
import sluice.store.VersionFiles;

/** Keeps a second load, and a load into a directory that is no store, from a store. */
public final class LoadLock {
    private LoadLock() {}

    /**
     * Takes the lock of the store for one that changes it; the caller must close it. Throws if
     * another load has it, or if the store has versions, which never change.
     */
    public static Closeable take(Storage storage) throws IOException {
        refuseVersions(storage);
        return hold(storage);
    }

    /** Throws if the store in {@code storage} has versions, which never change. */
    public static void refuseVersions(Storage storage) throws IOException {
        if (VersionFiles.areIn(storage)) {
            String location = storage.location();
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s has versions, which never change; load into a new version: sluice load %s SOURCE… --new-version"
                            .formatted(location, location));
        }
    }

    /**
     * Takes the lock of the store for one that leaves what is served as it is; the caller must
     * close it. Throws if another load has it.
     */
    public static Closeable hold(Storage storage) throws IOException {
        return storage.lock(StoreFiles.LOCK)
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.STORE,
                                        "another load, absorption or backup is at work on %s; wait for it, or stop it"
                                                .formatted(storage.location())));
    }

    /** Whether a process loads into the store in {@code storage}, or absorbs, at this moment. */
    public static boolean isTaken(Storage storage) throws IOException {
        // Taking the lock would leave its file behind where there is none yet.
        if (!storage.list().contains(StoreFiles.LOCK)) {
            return false;
        }
        Optional<Closeable> free = storage.lock(StoreFiles.LOCK);
        if (free.isPresent()) {
            free.get().close();
        }
        return free.isEmpty();
    }

    /**
     * Throws if {@code storage} is no store and holds files. A load deletes what it takes for
     * leftovers, so such a directory is left alone.
     */
    public static void refuseOtherFiles(Storage storage) throws IOException {
        List<String> names = storage.list();
        if (names.contains(Manifest.FILE_NAME)) {
            return;
        }
        for (String name : names) {
            if (!StoreFiles.isOfStore(name) && !PublishProbe.isName(name)) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s is not a store and holds other files, such as %s; name a new or empty directory"
                                .formatted(storage.location(), name));
            }
        }
    }
}
