package sluice.readonly.route;

/**
 * How fast a node answered the last reads that were passed to it.
 *
 * @param p50 in microseconds, so {@code p99}
 * @param reads that it answered since it was first asked
 * @param isDown whether it is left out because it did not answer
 */
public record PeerLatency(long p50, long p99, long reads, boolean isDown) {
    /** In place of a time that is not measured. */
    public static final long UNKNOWN = -1;
}
