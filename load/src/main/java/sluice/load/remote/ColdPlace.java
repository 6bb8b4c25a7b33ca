package sluice.load.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import sluice.load.files.StoreName;
import sluice.model.BucketStore;
import sluice.model.BucketStore.Owner;
import sluice.model.BuildJobs;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.segment.Borders;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * The place of a cold store, and which directory may build there: one that is built into by two has
 * rows of both under the same numbers of loads, and each would be answered with the other's.
 */
final class ColdPlace {
    private final BucketStore store;
    private final BuildJobs jobs;

    ColdPlace(BucketStore store, BuildJobs jobs) {
        this.store = store;
        this.jobs = jobs;
    }

    /**
     * Makes the place for the buckets of a load, where it is not there yet, and claims it for the
     * directory of {@code storage}; returns the name of the load's jobs. Fails where it is another
     * directory's, or not the place that the load, or earlier ones, were built into.
     */
    JobsName enter(Storage storage, Manifest manifest) throws IOException {
        JobsName before = JobsName.parse(jobs.load());
        if (before.isOf(manifest) || manifest.loadNumber() > 1 && before.isOfSome()) {
            refuseAnother(before, manifest);
        }
        store.prepare(firstIds(manifest.borders()));
        JobsName name = JobsName.of(manifest, store.identity().orElse(""));
        if (!before.isOf(manifest)) {
            refuseLostRows(manifest);
        }
        if (manifest.loadNumber() == 1) {
            refuseRowsOfOthers(storage, name);
        }
        if (!before.isOf(manifest)) {
            claim(storage);
        }
        return name;
    }

    /** What was built was built into another place than there is now under the same name. */
    void refuseAnother(JobsName before, Manifest manifest) throws IOException {
        if (!store.identity().equals(Optional.of(before.place()))) {
            throw lostRows(manifest);
        }
    }

    /**
     * Between the look for others' rows and the first row of its own another directory may have
     * come: of all that find the place empty one gets it. Whoever has written jobs down has it, or
     * had done so in an earlier version, and claims it with the next load.
     */
    private void claim(Storage storage) throws IOException {
        Owner own = new Owner(name(storage), where(storage));
        Owner found = store.claim(own);
        if (found.store() != own.store()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s belongs to another directory, which was %s when it claimed it; name another table, or drop this one if nobody needs it"
                            .formatted(store.location(), found.directory()));
        }
    }

    /** As others read it, who are in other folders. */
    private static String where(Storage storage) {
        String location = storage.location();
        return location.contains(":/")
                ? location
                : Path.of(location).toAbsolutePath().normalize().toString();
    }

    /** The number by which the directory of {@code storage} claims its place. */
    static long name(Storage storage) throws IOException {
        return StoreName.of(storage);
    }

    /** Nothing is there, and what is in segments here is not built again. */
    private void refuseLostRows(Manifest manifest) throws IOException {
        if (hasSegments(manifest) && store.isEmpty()) {
            throw lostRows(manifest);
        }
    }

    private static boolean hasSegments(Manifest manifest) {
        return manifest.buckets().stream().anyMatch(bucket -> bucket.segment() != null);
    }

    private SluiceException lostRows(Manifest manifest) {
        String cure =
                manifest.loadNumber() == 1 && !hasSegments(manifest)
                        ? "to build all of it again, %s, and repeat the command of its load"
                                .formatted(jobs.howToForget())
                        : "its rows are still in the directory: load what sluice export writes of it into a new directory, database and table";
        return new SluiceException(
                ErrorCode.STORE,
                "%s is not there as it was built: it was dropped, or created again; %s"
                        .formatted(store.location(), cure));
    }

    private static long[] firstIds(Borders borders) {
        return IntStream.range(0, borders.count()).mapToLong(borders::id1).toArray();
    }

    /**
     * The rows of a cold store say of which load they are: those of another directory, which counts
     * its loads by itself, would be taken for later ones, or stay beside this one's.
     */
    private void refuseRowsOfOthers(Storage storage, JobsName name) throws IOException {
        // In this order: once a bucket of this load is built the load has begun.
        boolean isEmpty = store.isEmpty();
        if (!isEmpty && !jobs.load().equals(name.text())) {
            throw new SluiceException(ErrorCode.STORE, rowsOfOthers(store.owner(), name(storage)));
        }
    }

    private String rowsOfOthers(Optional<Owner> owner, long ownName) {
        if (owner.isPresent() && owner.get().store() == ownName) {
            return "%s has rows of a load of this directory that the database of the hot store does not know: that was made again, or is another one; name the one of the load, or drop the table and load into a new directory"
                    .formatted(store.location());
        }
        String directory = owner.map(Owner::directory).map(", which was %s"::formatted).orElse("");
        return "%s has rows that another directory has loaded%s; name another table, or drop this one if nobody needs it"
                .formatted(store.location(), directory);
    }
}
