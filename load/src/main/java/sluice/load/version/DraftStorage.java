package sluice.load.version;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import sluice.load.files.StoreFiles;
import sluice.storage.Storage;
import sluice.store.VersionFiles;

/**
 * A store as the load of its next version sees it: the draft is its manifest, and the files of
 * versions stay whatever the load deletes. Its owner holds the lock of the store.
 */
final class DraftStorage extends RenamedStorage {
    private final Set<String> kept;

    /** The files {@code kept} are those of versions. */
    DraftStorage(Storage files, Set<String> kept) {
        super(files, VersionFiles.DRAFT);
        this.kept = Set.copyOf(kept);
    }

    @Override
    boolean hides(String name) {
        return super.hides(name) || VersionFiles.isOfVersions(name) || kept.contains(name);
    }

    /** A load deletes what its own manifest lists no longer; a version may list it. */
    @Override
    public void delete(String name) throws IOException {
        if (!kept.contains(name)) {
            super.delete(name);
        }
    }

    @Override
    public Optional<Closeable> lock(String name) throws IOException {
        return name.equals(StoreFiles.LOCK) ? Optional.of(() -> {}) : super.lock(name);
    }
}
