package sluice.cluster.load.place;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import sluice.load.files.LoadLock;
import sluice.load.files.Manifests;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * The manifest of a store in a directory: one file that is replaced, under the lock of the store,
 * which ends with the process. A second driver is refused while the first one lives.
 */
final class DirectoryManifest implements ManifestCommit {
    private final Storage storage;
    private final Closeable lock;
    private final Optional<Manifest> found;
    private long version;

    private DirectoryManifest(Storage storage, Closeable lock, Optional<Manifest> found) {
        this.storage = storage;
        this.lock = lock;
        this.found = found;
        this.version = found.map(Manifest::version).orElse(0L);
    }

    static DirectoryManifest begin(Storage storage) throws IOException {
        LoadLock.refuseOtherFiles(storage);
        Closeable lock = LoadLock.take(storage);
        try {
            return new DirectoryManifest(storage, lock, ManifestFile.read(storage));
        } catch (Throwable failure) {
            lock.close();
            throw failure;
        }
    }

    @Override
    public Optional<Manifest> found() {
        return found;
    }

    @Override
    public Manifest takeOver() {
        return found.orElseThrow();
    }

    @Override
    public Manifest commit(Manifest next) throws IOException {
        Manifest committed = Manifests.withVersion(next, version + 1);
        storage.syncDirectory();
        ManifestFile.publish(storage, committed);
        version = committed.version();
        return committed;
    }

    @Override
    public Optional<SluiceException> superseded() {
        return Optional.empty();
    }

    @Override
    public boolean isAlone() {
        return true;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
