package sluice.storage.cache;

/**
 * How a cache did since it was opened, in pieces but for the last two.
 *
 * @param found that were in the cache
 * @param missed that had to be fetched
 * @param damaged that did not match their checksum on the local disk, and were fetched again
 * @param notKept that could not be written to the local disk
 * @param bytes of local disk that the cache takes
 * @param bytesMax that it may take
 */
public record CacheCounts(
        long found, long missed, long damaged, long notKept, long bytes, long bytesMax) {}
