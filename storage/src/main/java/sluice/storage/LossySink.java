package sluice.storage;

/**
 * A sink whose unsynced bytes can be lost on demand: what a failed write-back does to real files.
 */
interface LossySink extends Storage.Sink {
    /** Replaces all bytes that were not synced by zeros; a later sync makes those durable. */
    void dropUnsynced();
}
