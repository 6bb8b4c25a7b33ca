package sluice.linkbench.run;

/**
 * What requesters counted of one operation.
 *
 * @param requests that were answered
 * @param errors requests that failed
 * @param hits answers that found what was asked for; of writes, those that met a row of their key
 * @param keys how many keys were asked for: a multi-get asks for several
 * @param rows how many rows came back or were written
 * @param bytes of data in these rows
 * @param partial answers that were not complete, as the store was still being loaded
 */
public record OperationCounts(
        long requests, long errors, long hits, long keys, long rows, long bytes, long partial) {

    /** Answers that did not find what was asked for. */
    public long misses() {
        return requests - hits;
    }
}
