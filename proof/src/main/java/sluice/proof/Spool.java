package sluice.proof;

import java.io.IOException;

/**
 * Records of a fixed number of longs, parted by a hash so that each partition fits in memory.
 * Records may be added by several threads; then {@link #seal}, then partitions are replayed.
 */
interface Spool extends AutoCloseable {
    /** Adds a copy of {@code record} to a partition. Thread-safe. */
    void add(int partition, long[] record) throws IOException;

    /** Ends adding. */
    void seal() throws IOException;

    /** How many records a partition has. */
    long records(int partition);

    /** Shows the records of a partition in the order in which they were added. */
    void replay(int partition, Taker taker) throws IOException;

    @Override
    void close() throws IOException;

    /** Receives records; the array is used again. */
    interface Taker {
        void take(long[] record) throws IOException;
    }
}
