package sluice.model;

import java.io.IOException;

/**
 * A cold store in another system, built from outside bucket by bucket. A bucket is read from it
 * once it has been built and not before.
 *
 * <p>Safe for any number of threads.
 */
public interface BucketStore extends AutoCloseable {

    /**
     * Makes the place for the buckets of a load, where it is not there yet.
     *
     * @param firstIds the first id of each bucket, ascending, unsigned; the buckets of a super node
     *     begin with the same id
     */
    void prepare(long[] firstIds) throws IOException;

    /**
     * Begins to build a bucket. One that was built before, or by another just now, may be built
     * again with the same rows: that changes nothing. The caller closes it.
     */
    BucketWriter build(int bucket) throws IOException;

    /**
     * Reads the buckets that were built; it must be asked for no others. Each answer is complete.
     * It ends with this store.
     */
    GraphReader reader();

    /** Where it is, without a secret; for status and messages. */
    String location();

    @Override
    void close() throws IOException;

    /**
     * Takes the rows of one bucket: id by id in unsigned order, the node of an id before its links,
     * links by type and then newest first. Belongs to one thread.
     */
    interface BucketWriter extends GraphReader.Visitor, AutoCloseable {

        /**
         * Makes all rows durable and seen by every read that begins after it returned; returns how
         * many bytes were written for them.
         */
        long commit() throws IOException;

        /** Gives up what was not committed. */
        @Override
        void close() throws IOException;
    }
}
