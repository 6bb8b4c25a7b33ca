package sluice.load;

import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import sluice.load.files.StoreFiles;
import sluice.model.ErrorCode;
import sluice.model.Plural;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * Gives up a load that is still staging. The manifest goes first and its files after it, so that a
 * crash in between leaves a whole store and files that the next load, or the next try, removes.
 *
 * <p>The manifest from before comes back under a new version and keeps the number of the load that
 * was given up: names of files are used once, and readers may have the old ones open.
 */
public final class Abandonment {
    private Abandonment() {}

    /** To be called with the store's lock held. */
    static Abandoned run(Storage storage) throws IOException {
        Optional<Manifest> found = ManifestFile.read(storage);
        boolean unfinished = found.isPresent() && found.get().phase().isOfLoad();
        Optional<Manifest> left = found;
        if (unfinished) {
            Manifest manifest = found.get();
            left = before(storage, manifest);
            if (left.isPresent()) {
                ManifestFile.publish(storage, left.get());
            } else {
                storage.delete(Manifest.FILE_NAME);
                storage.syncDirectory();
            }
        }
        int deleted = deleteFiles(storage, left, unfinished ? found : Optional.empty());
        return new Abandoned(unfinished, unfinished && left.isEmpty(), deleted);
    }

    private static void refuseAfterUptime(Storage storage, Manifest manifest) {
        if (manifest.phase() == Manifest.Phase.STAGING) {
            return;
        }
        long built =
                manifest.buckets().stream()
                        .filter(bucket -> bucket.state() == Bucket.State.BUILT)
                        .count();
        throw new SluiceException(
                ErrorCode.STORE,
                "the load of %s cannot be given up: all its rows are in the store, and %d of %s built; repeat its command to finish it"
                        .formatted(
                                storage.location(),
                                built,
                                Plural.counted(manifest.buckets().size(), "bucket")));
    }

    /**
     * The manifest to return to from {@code manifest}, whose load is given up; empty if the load
     * was the store's first. Throws if all rows of the load are in the store.
     */
    public static Optional<Manifest> before(Storage storage, Manifest manifest) throws IOException {
        refuseAfterUptime(storage, manifest);
        String name = StoreFiles.before(manifest.loadNumber());
        Optional<Manifest> before = ManifestFile.read(storage, name);
        if (before.isEmpty() && manifest.loadNumber() > 1) {
            throw new CorruptFileException(
                    name,
                    0,
                    "there were loads before this one, and the manifest that they left is missing",
                    "repeat the command of the load to finish it");
        }
        return before.map(
                old ->
                        new Manifest(
                                manifest.version() + 1,
                                old.idNames(),
                                manifest.loadNumber(),
                                old.phase(),
                                old.loadIdentity(),
                                old.buckets(),
                                old.runs(),
                                old.dictionaries(),
                                old.schema()));
    }

    private static int deleteFiles(
            Storage storage, Optional<Manifest> left, Optional<Manifest> abandoned)
            throws IOException {
        Set<String> kept = new HashSet<>();
        left.ifPresent(manifest -> manifest.files().forEach(file -> kept.add(file.name())));
        String ledger = abandoned.map(old -> StoreFiles.ledger(old.loadNumber())).orElse("\0");
        int deleted = 0;
        for (String name : new TreeSet<>(storage.list())) {
            boolean ours =
                    StoreFiles.isDisposable(name)
                            || name.startsWith(StoreFiles.NAMES_PREFIX)
                            || name.endsWith(StorageFiles.TEMPORARY_SUFFIX)
                            || name.equals(ledger);
            if (ours && !kept.contains(name)) {
                storage.delete(name);
                deleted++;
            }
        }
        storage.syncDirectory();
        return deleted;
    }
}
