package sluice.store;

/**
 * The mark of a manifest in a store with versions: from what the version was made, and since when
 * it is sealed and served. The number of the version is the number of the load that made it.
 *
 * @param base the version that the load was on top of; {@link #NOTHING} or {@link #LOADS}
 * @param sealedMillis when the load ended, in milliseconds since 1970; 0 until then
 * @param previous the version that was served before; 0 if there was none, or if it is not served
 * @param newest the highest number that was ever served; 0 if it is not served
 * @param publishedMillis when it began to be served, in milliseconds since 1970; 0 if it is not
 */
public record VersionMark(
        int base, long sealedMillis, int previous, int newest, long publishedMillis) {
    /** The base of a version that a load made from its source alone. */
    public static final int NOTHING = 0;

    /** The base of a version that a store was before it had versions. */
    public static final int LOADS = -1;

    public VersionMark {
        if (base < LOADS || previous < 0 || newest < 0) {
            throw new IllegalArgumentException(
                    "a mark with base %d, previous %d, newest %d"
                            .formatted(base, previous, newest));
        }
    }

    /** The mark of a load on top of {@code base} that has not ended. */
    public static VersionMark draft(int base) {
        return new VersionMark(base, 0, 0, 0, 0);
    }

    /** The mark of a version that is not served. */
    public VersionMark sealed(long millis) {
        return new VersionMark(base, millis, 0, 0, 0);
    }

    /** The mark of the version that is served. */
    public VersionMark published(int before, int newestServed, long millis) {
        return new VersionMark(base, sealedMillis, before, newestServed, millis);
    }
}
