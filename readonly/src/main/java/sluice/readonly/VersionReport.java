package sluice.readonly;

import java.util.Set;

/**
 * How far a node is with a version.
 *
 * @param attempt of the push that it means
 * @param checksum of the version's file, as {@link Push#checksum}
 * @param bytes that it has, of {@code bytesExpected}
 * @param topologies the numbers of those whose partitions it has whole
 * @param cause why it failed; empty if it did not
 */
public record VersionReport(
        State state,
        int attempt,
        int checksum,
        long bytes,
        long bytesExpected,
        Set<Long> topologies,
        String cause) {
    /** How far a node is. */
    public enum State {
        /** It fetches or verifies. */
        FETCHING,
        /** All is there, verified and mapped, and the tables were read. */
        READY,
        /** The source or the disk did not answer; it tries again. */
        FAILED,
        /** The bytes are not what they must be, or have no room here: no try will help. */
        REFUSED
    }

    public VersionReport {
        topologies = Set.copyOf(topologies);
    }

    /** Whether the node can serve its partitions of {@code topology}. */
    public boolean isReady(long topology) {
        return state == State.READY && topologies.contains(topology);
    }
}
