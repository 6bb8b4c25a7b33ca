package sluice.readonly;

import java.util.List;

/**
 * A version on its way to the nodes.
 *
 * @param attempt counts the pushes of this version from 1: nodes report which one they mean
 * @param checksum the CRC32C of the version's file in the source
 * @param namesBytes of names and declarations, which every node has
 * @param deadlineMillis when it is given up, since 1970; 0 until nodes fetch it
 * @param isSmallerAllowed whether it may be less than half as large as the version before
 * @param reason why it ended, or why it waits; empty if there is nothing to say
 */
public record Push(
        int format,
        int version,
        int attempt,
        State state,
        int checksum,
        long namesBytes,
        List<Cut> cuts,
        long deadlineMillis,
        boolean isSmallerAllowed,
        String reason) {
    /** The format of this record. */
    public static final int FORMAT = 1;

    /** How far a push is. */
    public enum State {
        /** It waits for those before it. */
        NEW,
        /** Nodes fetch and verify it. */
        FETCHING,
        /** It is served; not all nodes have said so. */
        COMMITTED,
        /** All nodes that live serve it. */
        DONE,
        /** It was given up, and nothing of it was served. */
        ABORTED
    }

    public Push {
        cuts = List.copyOf(cuts);
    }

    /** Whether it can still be given up. */
    public boolean isOpen() {
        return state == State.NEW || state == State.FETCHING;
    }

    /** All bytes of the version. */
    public long bytes() {
        return namesBytes + cuts.stream().mapToLong(Cut::bytes).sum();
    }

    /** The bytes of the version on {@code node}, by its partitions. */
    public long bytesOn(String node, Topology topology) {
        List<Integer> held = topology.partitionsOf(node);
        return namesBytes
                + cuts.stream()
                        .filter(cut -> held.contains(cut.partition()))
                        .mapToLong(Cut::bytes)
                        .sum();
    }

    /** This push in another state. */
    public Push in(State next, long deadline, String why) {
        return new Push(
                FORMAT,
                version,
                attempt,
                next,
                checksum,
                namesBytes,
                cuts,
                deadline,
                isSmallerAllowed,
                why);
    }
}
