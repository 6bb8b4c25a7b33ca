package sluice.coordinator.decision;

/**
 * What the coordinator aims at.
 *
 * @param readP99Nanos what the slowest of a hundred reads may take while buckets are built; 0 where
 *     building is not to wait for reads
 * @param hotBytesMax when the hot store is larger it is absorbed; {@link #AUTOMATIC} to have it
 *     grow with the cold store
 */
public record DecisionOptions(long readP99Nanos, long hotBytesMax) {
    /**
     * At 256 MiB, or a quarter of what the cold store takes where that is more: an absorption
     * writes nearly all segments anew when writes are spread over all ids, so that each absorbed
     * byte costs four at most.
     */
    public static final long AUTOMATIC = 0;

    /** Builds as fast as it goes, absorbs when that is cheap. */
    public static final DecisionOptions DEFAULT = new DecisionOptions(0, AUTOMATIC);

    private static final long AUTOMATIC_BYTES_MIN = 256L << 20;
    private static final long SHARE_OF_COLD = 4;

    public DecisionOptions {
        if (readP99Nanos < 0 || hotBytesMax < 0) {
            throw new IllegalArgumentException(
                    "a p99 of %d ns and %d bytes".formatted(readP99Nanos, hotBytesMax));
        }
    }

    /**
     * The same, but that nothing is absorbed where no limit was named: a hot store may be someone's
     * own database, whose rows are not to leave it unasked.
     */
    public DecisionOptions absorbingOnlyIfAsked() {
        return hotBytesMax == AUTOMATIC ? new DecisionOptions(readP99Nanos, Long.MAX_VALUE) : this;
    }

    /** Whether a hot store of so many bytes is to be absorbed into a cold one. */
    boolean isTooLarge(long hotBytes, long coldBytes) {
        long most =
                hotBytesMax == AUTOMATIC
                        ? Math.max(AUTOMATIC_BYTES_MIN, coldBytes / SHARE_OF_COLD)
                        : hotBytesMax;
        return hotBytes > most;
    }
}
