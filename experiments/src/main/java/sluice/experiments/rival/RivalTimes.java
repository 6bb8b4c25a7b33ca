package sluice.experiments.rival;

/**
 * What a load did and how long each part took.
 *
 * @param rows lines that were rows
 * @param links distinct list keys among them, which is what was written
 * @param files SST files, of {@code fileBytes} in all
 * @param spilledBytes rows that did not fit into memory and went through a file
 * @param ingestNanos moving the files into the database, with its manifest synced
 */
public record RivalTimes(
        long rows,
        long links,
        int files,
        long fileBytes,
        long spilledBytes,
        long sampleNanos,
        long parseNanos,
        long buildNanos,
        long ingestNanos) {
    /** The whole load, from the first byte read to the last one synced. */
    public long totalNanos() {
        return sampleNanos + parseNanos + buildNanos + ingestNanos;
    }
}
