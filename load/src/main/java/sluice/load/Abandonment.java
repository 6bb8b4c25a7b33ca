package sluice.load;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.load.files.HotMark;
import sluice.load.files.StoreAddresses;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadIdentity;
import sluice.model.ErrorCode;
import sluice.model.Plural;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
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
 * was given up: names of files are used once, and readers may have the old ones open. Where rows
 * may have been written online the names of nodes and types stay as well: such rows have their
 * numbers, which the next load would give to other names.
 */
public final class Abandonment {
    private Abandonment() {}

    /** To be called with the store's lock held. */
    static Abandoned run(Storage storage) throws IOException {
        Optional<Manifest> found = ManifestFile.read(storage);
        boolean unfinished = found.isPresent() && found.get().phase().isOfLoad();
        Optional<Manifest> left = found;
        boolean isEmptied = false;
        if (unfinished) {
            Manifest manifest = found.get();
            Optional<Manifest> before = before(storage, manifest);
            isEmptied = before.isEmpty();
            left = before.isPresent() ? before : names(storage, manifest);
            if (left.isPresent()) {
                ManifestFile.publish(storage, left.get());
            } else {
                storage.delete(Manifest.FILE_NAME);
                storage.syncDirectory();
            }
        }
        int deleted = deleteFiles(storage, left, unfinished ? found : Optional.empty());
        return new Abandoned(unfinished, isEmptied, deleted);
    }

    /** A store without rows that knows the names of {@code manifest}; empty if nobody has them. */
    private static Optional<Manifest> names(Storage storage, Manifest manifest) throws IOException {
        return manifest.dictionaries().isEmpty() || !mayHaveOnlineRows(storage)
                ? Optional.empty()
                : Optional.of(withoutRows(manifest, manifest.dictionaries(), manifest.schema()));
    }

    private static boolean mayHaveOnlineRows(Storage storage) throws IOException {
        return HotMark.read(storage).isPresent() || StoreAddresses.read(storage).hot().isPresent();
    }

    /** The manifest of a store whose first load was {@code manifest} and is given up. */
    public static Manifest withoutRows(
            Manifest manifest, List<FileEntry> dictionaries, @Nullable FileEntry schema) {
        return new Manifest(
                manifest.version() + 1,
                manifest.idNames(),
                manifest.loadNumber(),
                Manifest.Phase.COMPLETE,
                LoadIdentity.parse(manifest.loadIdentity()).givenUp().text(),
                List.of(new Bucket(0, 0, Bucket.State.BUILT, null, 0)),
                List.of(),
                dictionaries,
                schema);
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
        boolean keepsNames = mayHaveOnlineRows(storage);
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
                                keepsNames ? manifest.dictionaries() : old.dictionaries(),
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
