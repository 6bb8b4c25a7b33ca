package sluice.load.job;

import java.util.Optional;
import sluice.ingest.Source;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.store.Manifest;

/** The state of a store in which a load begins. */
public enum LoadStart {
    /** A new store. */
    NEW_STORE,
    /** One more load into a store. */
    NEXT_LOAD,
    /** Going on where an interrupted try of the same load stopped. */
    RESUME,
    /** Nothing: the same load was the last one and is complete. */
    NOTHING,
    /** An error: the store does not take it. */
    REFUSED;

    /**
     * What a load of {@code identity} begins with at {@code location}, where {@code found} is the
     * manifest. Throws if the store does not take the load.
     */
    public static LoadStart of(
            Optional<Manifest> found,
            LoadIdentity identity,
            Source source,
            LoadOptions options,
            String location) {
        if (found.isEmpty()) {
            return NEW_STORE;
        }
        Manifest manifest = found.get();
        LoadIdentity before = LoadIdentity.parse(manifest.loadIdentity());
        boolean same = before.sameAs(identity, options.chunkBytes());
        if (manifest.phase() != Manifest.Phase.COMPLETE) {
            if (!same) {
                boolean staging = manifest.phase() == Manifest.Phase.STAGING;
                throw before.mismatch(identity, options.chunkBytes(), staging, location);
            }
            return RESUME;
        }
        // Rows that were written online may have ids of the names that are left of such a load.
        boolean isEmpty = before.isGivenUp() && manifest.dictionaries().isEmpty();
        if (!same && !isEmpty) {
            checkIdKind(manifest, source);
        }
        return same ? NOTHING : NEXT_LOAD;
    }

    /** Refuses a source whose ids are numbers where the store's are names, or the reverse. */
    private static void checkIdKind(Manifest manifest, Source source) {
        if (manifest.idNames() != source.hasIdNames()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    manifest.idNames()
                            ? "the ids of this store are names in groups, those of the source are numbers; give the id columns a group in a mapping"
                            : "the ids of this store are numbers, those of the source are names; load it into a store of its own");
        }
    }
}
