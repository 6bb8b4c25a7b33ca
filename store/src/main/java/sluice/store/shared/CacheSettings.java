package sluice.store.shared;

/**
 * How much of a store in shared storage is kept nearby.
 *
 * @param diskBytes of the local disk for pieces of files
 * @param memoryBytes of Java's heap for blocks that were read and checked
 */
public record CacheSettings(long diskBytes, long memoryBytes) {
    private static final long MEMORY_BYTES_MIN = 16L << 20;
    private static final long MEMORY_BYTES_MAX = 1L << 30;

    /** {@code diskBytes} of disk, and an eighth of a heap of {@code heapBytes}, 1 GiB at most. */
    public static CacheSettings of(long diskBytes, long heapBytes) {
        long memory = Math.clamp(heapBytes / 8, MEMORY_BYTES_MIN, MEMORY_BYTES_MAX);
        return new CacheSettings(diskBytes, memory);
    }
}
