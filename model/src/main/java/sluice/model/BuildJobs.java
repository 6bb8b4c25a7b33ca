package sluice.model;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Who builds which bucket of a load, written down where every coordinator that shares the load sees
 * it. A builder takes a bucket on lease; one whose lease ran out is taken for dead, and its bucket
 * may be taken over.
 *
 * <p>Safe for any number of threads and processes.
 */
public interface BuildJobs extends AutoCloseable {

    /** What becomes of a bucket. */
    enum State {
        STAGED,
        BUILDING,
        BUILT
    }

    /**
     * What a bucket holds.
     *
     * @param firstId1 and {@code firstId2}: its first key; a second number other than 0 cuts the
     *     links of a super node by their id2
     * @param rows in runs, before those of one key are made one
     * @param staged whether the load has anything to build of it; else it is built as it is
     */
    record Bucket(long firstId1, long firstId2, long rows, boolean staged) {
        /** One to be built. */
        public Bucket(long firstId1, long firstId2, long rows) {
            this(firstId1, firstId2, rows, true);
        }

        /** Whether both begin with the same key. */
        public boolean isSame(Bucket other) {
            return firstId1 == other.firstId1 && firstId2 == other.firstId2;
        }
    }

    /**
     * What is known of a bucket's build.
     *
     * @param builder who builds or built it
     * @param bytes written for it so far; those of earlier loads, which had other buckets, are with
     *     some bucket or other
     */
    record Job(State state, Optional<String> builder, long bytes) {}

    /**
     * Writes down the buckets of the load of this name, where no one has yet; those that are not
     * staged are built at once. Fails where there are others for that name, or a load of another
     * name has not ended.
     */
    void begin(String load, List<Bucket> buckets) throws IOException;

    /** What who administers it does to have all of them forgotten, as part of a message. */
    String howToForget();

    /** The name of the load that was begun last, here or by another; empty before the first. */
    String load() throws IOException;

    /**
     * The job of each bucket of the load that was begun here. A lease that has run out shows as
     * {@link State#STAGED}. Empty where another has begun a later load since.
     */
    List<Job> jobs() throws IOException;

    /**
     * Takes a bucket for {@code builder}, or holds on to it, for so many milliseconds from now on;
     * says whether it is the builder's: not where it is built, or another has it.
     */
    boolean lease(int bucket, String builder, long millis) throws IOException;

    /** Gives a bucket back that {@code builder} has. */
    void giveBack(int bucket, String builder) throws IOException;

    /**
     * Writes down that a bucket is built. Also true where the lease ran out meanwhile: built twice
     * is built.
     *
     * @param where the cold store that has it now
     */
    void built(int bucket, String builder, long bytes, String where) throws IOException;

    @Override
    void close() throws IOException;
}
