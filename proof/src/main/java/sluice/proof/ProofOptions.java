package sluice.proof;

/**
 * How a proof works.
 *
 * @param threads that read; 1 or more
 * @param memoryBytes of the heap for tables of rows; more rows go through temporary files
 * @param shownMax how many differences of each kind are shown in full
 * @param subset whether the sources are a part of what the store holds: rows that only the store
 *     has, or has in a newer state, are counted and are no differences
 */
public record ProofOptions(int threads, long memoryBytes, int shownMax, boolean subset) {
    /** The least memory for tables. */
    public static final long MEMORY_BYTES_MIN = 1 << 16;

    public ProofOptions {
        if (threads < 1 || memoryBytes < MEMORY_BYTES_MIN || shownMax < 0) {
            throw new IllegalArgumentException(
                    "%d threads, %d bytes, %d shown".formatted(threads, memoryBytes, shownMax));
        }
    }
}
