package sluice.readonly.fetch;

import java.util.concurrent.atomic.LongAdder;

/** Counts of all fetches of a node since it started. Thread-safe. */
public final class FetchFigures {
    private final LongAdder peerBytes = new LongAdder();
    private final LongAdder sourceBytes = new LongAdder();
    private final LongAdder wrongPieces = new LongAdder();
    private final LongAdder failedTries = new LongAdder();

    void moved(FetchSource from, long bytes) {
        (from.isOrigin() ? sourceBytes : peerBytes).add(bytes);
    }

    void foundWrong() {
        wrongPieces.increment();
    }

    void failedOnce() {
        failedTries.increment();
    }

    /** Bytes that came from other nodes. */
    public long peerBytes() {
        return peerBytes.sum();
    }

    /** Bytes that came from the source of the ring. */
    public long sourceBytes() {
        return sourceBytes.sum();
    }

    /** Pieces that came with wrong bytes. */
    public long wrongPieces() {
        return wrongPieces.sum();
    }

    /** Tries of a place that did not end well. */
    public long failedTries() {
        return failedTries.sum();
    }
}
