package sluice.load.job;

/**
 * What all steps of one load share: its number, its options, its memory, and whether it shall stop.
 *
 * @param loadKey a hash of the load's identity, written into its runs
 */
public record LoadState(
        int loadNumber,
        long loadKey,
        LoadOptions options,
        MemoryPlan memory,
        LoadProgress progress,
        LoadEvents events) {

    /**
     * Ends the calling step when a stop was requested. Called between chunks and between buckets.
     */
    public void throwIfStopped() {
        events.throwIfStopped();
    }
}
