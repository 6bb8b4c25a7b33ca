package sluice.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sluice.model.ErrorCode;
import sluice.protocol.Result.Failure;

/**
 * Which scans run. Those of clients and those of partitions, by which a node of a ring answers the
 * clients of another one, have turns of their own: else nodes whose turns are all taken would
 * refuse one another, and clients would get partial answers. Thread-safe.
 */
final class ScanTurns {
    /** A node asks for one partition at a time, for each scan of its clients. */
    private static final int OTHER_NODES = 16;

    /** A scan that runs. */
    interface Scan {
        /** Ends it at its next row. */
        void stop();
    }

    private final int clientsMax;

    /** Guarded by this; so is the rest. */
    private final Set<Scan> ofClients = new HashSet<>();

    private final Set<Scan> ofNodes = new HashSet<>();

    private boolean isStopped;

    /** Turns for {@code clientsMax} scans of clients at once. */
    ScanTurns(int clientsMax) {
        this.clientsMax = clientsMax;
    }

    /** Begins {@code scan}, whose caller then {@link #end}s it; or says why not. */
    synchronized Optional<Failure> begin(Scan scan, boolean isOfNode) {
        if (isStopped) {
            return Optional.of(RequestFailure.STOPPED);
        }
        Set<Scan> running = isOfNode ? ofNodes : ofClients;
        int runningMax = isOfNode ? OTHER_NODES * clientsMax : clientsMax;
        if (running.size() >= runningMax) {
            return Optional.of(
                    new Failure(
                            ErrorCode.RESOURCE,
                            "%d scans run already; wait for one to end".formatted(runningMax),
                            false));
        }
        running.add(scan);
        return Optional.empty();
    }

    synchronized void end(Scan scan) {
        ofClients.remove(scan);
        ofNodes.remove(scan);
    }

    /** Ends all at their next rows, and begins none. */
    void stop() {
        List<Scan> running = new ArrayList<>();
        synchronized (this) {
            isStopped = true;
            running.addAll(ofClients);
            running.addAll(ofNodes);
        }
        running.forEach(Scan::stop);
    }
}
