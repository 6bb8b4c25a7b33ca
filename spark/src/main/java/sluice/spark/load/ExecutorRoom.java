package sluice.spark.load;

import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The memory and the disk that an executor has for the tasks of a load. Too little is refused
 * before any work, in words: later it would end the executor, or each attempt.
 *
 * @param process names the executor
 * @param tasks how many run at once
 * @param scratchBytes that are free on the disk for files that are needed for a while
 */
record ExecutorRoom(String process, int tasks, long heapBytes, long scratchBytes) {
    /** Heap that an executor needs beside the rows of its tasks. */
    private static final long OTHER_HEAP_BYTES = 192L << 20;

    /**
     * Throws if it is too little.
     *
     * @param rowBytes that a task may hold, and sort on disk
     * @param nameBytes of the names of the store, which all tasks have on disk together
     */
    void require(long rowBytes, long nameBytes) {
        long heapNeeded = OTHER_HEAP_BYTES + tasks * rowBytes;
        if (heapBytes < heapNeeded) {
            throw new SluiceException(
                    ErrorCode.RESOURCE,
                    "%s has %d MiB of heap, and needs %d MiB for %d tasks at once; give it more by spark.executor.memory, or less to do by a smaller task memory or spark.executor.cores"
                            .formatted(process, heapBytes >> 20, heapNeeded >> 20, tasks));
        }
        long scratchNeeded = nameBytes + tasks * rowBytes;
        if (scratchBytes < scratchNeeded) {
            throw new SluiceException(
                    ErrorCode.RESOURCE,
                    "%s has %d MiB free in Spark's scratch folder, and needs %d MiB there for names and sorted rows; set spark.local.dir to a disk with more room"
                            .formatted(process, scratchBytes >> 20, scratchNeeded >> 20));
        }
    }
}
