package sluice.load.version;

/**
 * A version of a store, as a list shows it.
 *
 * @param number names it; later ones have higher numbers
 * @param base the version that its load was on top of, as {@link sluice.store.VersionMark#base}
 * @param sealedMillis when its load ended, in milliseconds since 1970
 * @param files how many files it consists of
 * @param bytes of these
 * @param ownBytes of those that no other version has, which deleting it would free
 */
public record StoreVersion(
        int number,
        State state,
        boolean pinned,
        int base,
        long sealedMillis,
        int files,
        long bytes,
        long ownBytes) {

    /** The fate of a version. */
    public enum State {
        /** Readers are answered from it. */
        SERVED,
        /** It is newer than all that were ever served. */
        READY,
        /** It is older than the one that is served. */
        KEPT,
        /** It was served, or passed over, and an older one is served now. */
        ROLLED_BACK
    }
}
