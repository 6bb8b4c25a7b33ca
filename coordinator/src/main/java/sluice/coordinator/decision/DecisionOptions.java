package sluice.coordinator.decision;

/**
 * What the coordinator aims at.
 *
 * @param readP99Nanos what the slowest of a hundred reads may take while buckets are built; 0 where
 *     building is not to wait for reads
 * @param hotBytesMax when the hot store is larger it is absorbed
 */
public record DecisionOptions(long readP99Nanos, long hotBytesMax) {
    /** Builds as fast as it goes, absorbs at 256 MiB. */
    public static final DecisionOptions DEFAULT = new DecisionOptions(0, 256L << 20);

    public DecisionOptions {
        if (readP99Nanos < 0 || hotBytesMax < 1) {
            throw new IllegalArgumentException(
                    "a p99 of %d ns and %d bytes".formatted(readP99Nanos, hotBytesMax));
        }
    }
}
