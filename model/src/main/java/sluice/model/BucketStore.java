package sluice.model;

import java.io.IOException;
import java.util.Optional;

/**
 * A cold store in another system, built from outside bucket by bucket, load after load. A bucket is
 * read from it once it has been built and not before.
 *
 * <p>A load hands over what it changes in a bucket, and no more; it may do so twice. What a later
 * load changes comes after all of the earlier ones was committed, and nothing of theirs after it.
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
     * What tells the place from any other that had or gets its name, drawn by chance when it was
     * made; empty where there is none now. Places of earlier versions all have "".
     */
    Optional<String> identity() throws IOException;

    /**
     * A directory whose loads a place takes.
     *
     * @param store the number that the directory drew for itself
     * @param directory where it was when it claimed the place, for messages
     */
    record Owner(long store, String directory) {}

    /** The directory that has claimed the place; empty where none has. */
    Optional<Owner> owner() throws IOException;

    /**
     * Claims the place, which must be there, for {@code owner} unless a directory has it, in one
     * step that no other comes between; returns whose it is then. A claim ends with its place.
     */
    Owner claim(Owner owner) throws IOException;

    /** Whether it has no rows at all, though its place may have been made and claimed. */
    boolean isEmpty() throws IOException;

    /**
     * Begins to build a bucket. One that was built before in the same load, or by another just now,
     * may be built again with the same changes: that changes nothing. The caller closes it.
     *
     * @param load the number of the load, from 1
     * @param bucket among the buckets of that load, which may be cut finer than those before
     * @param builder the name of this process among those that share the load, as in {@link
     *     BuildJobs}
     */
    BucketWriter build(long load, int bucket, String builder) throws IOException;

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
     * Takes what a load changes in a bucket: id by id in unsigned order, the node of an id before
     * its links, links by type and then newest first. A node or link that is shown is new, or
     * stands instead of the one with its key. Links that come and links that are gone stand in one
     * order. Belongs to one thread.
     */
    interface Changes extends GraphReader.Visitor {

        /** A node that is there no more, and no other in its place. */
        void gone(Node node) throws IOException;

        /**
         * A link that is no more at this place of its list, and no other there in its place. One
         * with the same key may come at another time, or be hidden now, or not.
         */
        void gone(Link link) throws IOException;

        /**
         * How many links of a list are visible now, after all of its links in the bucket.
         *
         * @param part which part of the list: a super node's is counted bucket by bucket
         */
        void count(long id1, long linkType, long part, long visible) throws IOException;
    }

    /** Writes one bucket. Belongs to one thread. */
    interface BucketWriter extends Changes, AutoCloseable {

        /**
         * Makes all changes durable and seen by every read that begins after it returned; returns
         * how many bytes were written for them.
         */
        long commit() throws IOException;

        /** Gives up what was not committed. */
        @Override
        void close() throws IOException;
    }
}
