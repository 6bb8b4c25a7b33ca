package sluice.cluster.load.place;

import java.io.IOException;
import sluice.storage.Storage;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.SyncedFiles;

/**
 * Where a store is, for processes that load into it together: its files, how they are published,
 * and how one driver at a time says what the store is. Safe for any number of threads.
 */
public final class StorePlace {
    private final Storage storage;
    private final PublishedFiles files;
    private final boolean isShared;

    private StorePlace(Storage storage, PublishedFiles files, boolean isShared) {
        this.storage = storage;
        this.files = files;
        this.isShared = isShared;
    }

    /**
     * A store in a directory that the machine has for itself: any number of processes may do tasks,
     * and the lock of the store admits one driver.
     *
     * @param process tells this process from all others that use the place
     */
    public static StorePlace directory(Storage storage, String process) {
        return new StorePlace(storage, SyncedFiles.over(storage, process), false);
    }

    /**
     * A store that drivers on several machines may load into: its manifests are a log, by which the
     * driver that began last supersedes the others.
     */
    public static StorePlace shared(Storage storage, String process) {
        return shared(storage, SyncedFiles.over(storage, process));
    }

    /** As {@link #shared(Storage, String)}, with files that {@code files} publishes. */
    public static StorePlace shared(Storage storage, PublishedFiles files) {
        return new StorePlace(storage, files, true);
    }

    /** Where published files are read, and temporary ones written. */
    public Storage storage() {
        return storage;
    }

    /** How files are published, once and for all. */
    public PublishedFiles files() {
        return files;
    }

    /** Makes {@code driver} the one that says what the store is. The caller must close it. */
    public ManifestCommit begin(DriverName driver) throws IOException {
        return isShared ? LogManifest.begin(files, driver) : DirectoryManifest.begin(storage);
    }
}
