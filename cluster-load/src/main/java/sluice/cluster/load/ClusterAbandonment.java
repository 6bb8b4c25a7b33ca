package sluice.cluster.load;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.ManifestCommit;
import sluice.cluster.load.place.StorePlace;
import sluice.load.Abandoned;
import sluice.load.Abandonment;
import sluice.load.files.StoreFiles;
import sluice.store.Manifest;

/**
 * Gives up a load into a store that many machines share. The manifest from before comes back as the
 * next one, which stops the driver of the load if it still runs, and then the files of the load go.
 *
 * <p>A store whose first load is given up stays, without rows: the next load gets another number,
 * so that what a late attempt still publishes is not taken for a file of it.
 */
public final class ClusterAbandonment {
    private ClusterAbandonment() {}

    /** Gives up the load of the store in {@code place}, if there is one before its uptime. */
    public static Abandoned run(StorePlace place, DriverName driver) throws IOException {
        try (ManifestCommit commit = place.begin(driver)) {
            Optional<Manifest> found = commit.found();
            if (found.isEmpty()) {
                return new Abandoned(false, false, 0);
            }
            Manifest manifest = found.get();
            if (!manifest.phase().isOfLoad()) {
                // A try before may have ended between its commit and its deletions.
                return new Abandoned(false, false, deleteFiles(place, manifest, manifest));
            }
            Optional<Manifest> before = Abandonment.before(place.storage(), manifest);
            Manifest left =
                    commit.commit(
                            before.orElseGet(
                                    () -> Abandonment.withoutRows(manifest, List.of(), null)));
            return new Abandoned(true, before.isEmpty(), deleteFiles(place, manifest, left));
        }
    }

    /** Files with the number of the load in their names, and those that its manifest had. */
    private static int deleteFiles(StorePlace place, Manifest abandoned, Manifest left)
            throws IOException {
        int loadNumber = abandoned.loadNumber();
        Set<String> names = new HashSet<>();
        abandoned.files().forEach(file -> names.add(file.name()));
        for (String prefix :
                List.of(
                        StoreFiles.runPrefix(loadNumber),
                        StoreFiles.rejectPrefix(loadNumber),
                        StoreFiles.segmentPrefix(loadNumber),
                        StoreFiles.before(loadNumber),
                        StoreFiles.namesPrefix(loadNumber),
                        StoreFiles.taskPrefix(loadNumber))) {
            names.addAll(place.files().list(prefix));
        }
        left.files().forEach(file -> names.remove(file.name()));
        for (String name : names) {
            place.files().delete(name);
        }
        return names.size();
    }
}
