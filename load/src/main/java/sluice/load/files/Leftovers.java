package sluice.load.files;

import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreSchema;

/** The files of a store that an interrupted try left and that no manifest lists. */
public final class Leftovers {
    private Leftovers() {}

    /**
     * Removes what an earlier try left and this one does not go on from.
     *
     * @param begun whether the manifest is of this load rather than of an earlier one
     */
    public static void delete(Storage storage, Optional<Manifest> found, boolean begun)
            throws IOException {
        delete(storage, found, begun, _ -> false);
    }

    /**
     * As {@link #delete(Storage, Optional, boolean)}, without the files that {@code goesOn} accepts
     * by name: those that this try goes on from as well.
     */
    public static void delete(
            Storage storage, Optional<Manifest> found, boolean begun, Predicate<String> goesOn)
            throws IOException {
        // What the manifest does not list may go only once it is the manifest for good.
        storage.syncDirectory();
        Set<String> kept = new HashSet<>();
        found.ifPresent(manifest -> manifest.files().forEach(file -> kept.add(file.name())));
        for (String name : storage.list()) {
            boolean temporary = name.endsWith(StorageFiles.TEMPORARY_SUFFIX);
            boolean ours =
                    StoreFiles.isDisposable(name) && !kept.contains(name) && !goesOn.test(name);
            if (temporary || (ours && !isResumable(name, begun ? found : Optional.empty()))) {
                storage.delete(name);
            }
        }
    }

    /**
     * Throws if the first load of the store has begun to collect names and was not planned yet: it
     * goes on when its command is repeated, and could not in a store that another command makes
     * there.
     */
    public static void refuseBegunFirstLoad(Storage storage) throws IOException {
        boolean isBegun =
                storage.list().stream().anyMatch(name -> isResumable(name, Optional.empty()))
                        && ManifestFile.read(storage).isEmpty();
        if (isBegun) {
            String location = storage.location();
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s holds the beginning of its first load, which has not ended; if it was stopped, repeat the command of that load, or give it up: sluice abandon %s"
                            .formatted(location, location));
        }
    }

    /**
     * Names matter until a load has its first manifest, runs and rejected rows until uptime. A
     * chunk can do without its trail.
     */
    private static boolean isResumable(String name, Optional<Manifest> begun) {
        if (begun.isEmpty()) {
            return name.startsWith(StoreFiles.NAMES_PREFIX)
                    || name.startsWith(StoreFiles.TRAIL_PREFIX);
        }
        int loadNumber = begun.get().loadNumber();
        return begun.get().phase() == Manifest.Phase.STAGING
                && (name.startsWith(StoreFiles.runPrefix(loadNumber))
                        || name.startsWith(StoreFiles.rejectPrefix(loadNumber))
                        // The manifest that the load began with lists an earlier schema.
                        || StoreSchema.isFileName(name)
                        || name.equals(StoreFiles.before(loadNumber)));
    }
}
