package sluice.cluster.load.place;

import java.io.IOException;
import java.util.Optional;
import sluice.load.files.LoadLock;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.publish.PublishProbe;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.SyncedFiles;
import sluice.storage.shared.SharedSettings;
import sluice.store.packed.RunPacking;
import sluice.store.shared.SharedStorage;

/**
 * Where a store is, for processes that load into it together: its files, how they are published,
 * and how one driver at a time says what the store is. Safe for any number of threads.
 */
public final class StorePlace {
    private final Storage storage;
    private final PublishedFiles files;
    private final boolean isShared;
    private final SharedSettings settings;

    private StorePlace(
            Storage storage, PublishedFiles files, boolean isShared, SharedSettings settings) {
        this.storage = storage;
        this.files = files;
        this.isShared = isShared;
        this.settings = settings;
    }

    /**
     * A store in a directory that the machine has for itself: any number of processes may do tasks,
     * and the lock of the store admits one driver.
     *
     * @param process tells this process from all others that use the place
     */
    public static StorePlace directory(Storage storage, String process) {
        return new StorePlace(
                storage, SyncedFiles.over(storage, process), false, SharedSettings.ofProcess());
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
        return new StorePlace(storage, files, true, SharedSettings.ofProcess());
    }

    /**
     * A store in shared storage, for a driver. Throws if the folder holds something else, or if the
     * storage does not keep the promises that a load requires: it tries them with a file of {@code
     * process}.
     */
    public static StorePlace probed(SharedStorage shared, String process) throws IOException {
        LoadLock.refuseOtherFiles(shared);
        if (shared.isCopy()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s is a copy of a store of a directory, which can be read there; load into another address"
                            .formatted(shared.location()));
        }
        Optional<String> fault = PublishProbe.findFault(shared.folder(), process);
        if (fault.isPresent()) {
            throw new SluiceException(ErrorCode.STORE, fault.get());
        }
        return shared(shared, shared.folder());
    }

    /** The same place, whose users reach the sources by {@code others}. */
    public StorePlace withSettings(SharedSettings others) {
        return new StorePlace(storage, files, isShared, others);
    }

    /** Throws if runs that are packed in this way cannot be read here. */
    public void requireFit(RunPacking packing) {
        if (packing != RunPacking.NONE && !(storage instanceof SharedStorage)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s is a directory, in which runs are mapped as they are, so they cannot be packed; load without packed runs, or to an address, as s3a://bucket/store"
                            .formatted(storage.location()));
        }
    }

    /** Where published files are read, and temporary ones written. */
    public Storage storage() {
        return storage;
    }

    /** How the users of this place reach sources in shared storage; usually by the environment. */
    public SharedSettings settings() {
        return settings;
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
