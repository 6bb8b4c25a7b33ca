package sluice.model;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The small, mutable part of a graph: rows of links and nodes by their keys, and for each list a
 * header. It knows nothing of what a link or a count means: who writes says what a row and its
 * list's header are from now on, and must be the only one who writes to that list just then.
 *
 * <p>Safe for any number of threads otherwise. A write is applied whole or not at all, and seen by
 * every read that begins after it returned; it is durable once {@link #awaitDurable} returned.
 */
public interface HotStore extends AutoCloseable {

    /** The row of this key, or null. */
    @Nullable HotLink link(long id1, long linkType, long id2) throws IOException;

    /** The list's header; {@link HotHeader#EMPTY} where it has no rows. */
    HotHeader header(long id1, long linkType) throws IOException;

    /**
     * All of one list, at one moment. The caller closes it. Where there are no rows it holds
     * nothing open, and costs about what {@link #header} does.
     */
    HotList list(long id1, long linkType) throws IOException;

    /** The link types of which {@code id1} has rows, in unsigned order. */
    List<Long> types(long id1) throws IOException;

    /**
     * The id1s, from {@code firstId} on in unsigned order and at most {@code limit}, of the lists
     * of this type that have rows, marks too. Costs a pass over all rows, where the store does not
     * keep them by type.
     */
    default long[] idsOf(long linkType, long firstId, int limit) throws IOException {
        long[] ids = new long[Math.min(limit, 16)];
        int count = 0;
        try (HotScan scan = scan()) {
            for (HotLink row = scan.nextLink(); row != null; row = scan.nextLink()) {
                Link link = row.link();
                boolean isMeant =
                        link.linkType() == linkType
                                && Long.compareUnsigned(link.id1(), firstId) >= 0
                                && (count == 0 || ids[count - 1] != link.id1());
                if (isMeant && count == limit) {
                    break;
                }
                if (isMeant) {
                    ids = count == ids.length ? Arrays.copyOf(ids, 2 * count) : ids;
                    ids[count++] = link.id1();
                }
            }
        }
        return Arrays.copyOf(ids, count);
    }

    /** What is known of the node {@code id}, or null. */
    @Nullable HotNode node(long id) throws IOException;

    /** All rows in the order of their keys, at one moment. The caller closes it. */
    HotScan scan() throws IOException;

    /** A number for the next write, above all that were handed out, also before a restart. */
    long nextSequence() throws IOException;

    /**
     * Puts {@code row} where {@code before} is, which is what {@link #link} returned, together with
     * its list's new header.
     */
    void putLink(@Nullable HotLink before, HotLink row, HotHeader header) throws IOException;

    /** Puts rows of two lists, as {@link #putLink} puts one: both, or none. */
    void putBoth(HotPut first, HotPut second) throws IOException;

    /** Replaces a list's header and none of its rows. */
    void putHeader(long id1, long linkType, HotHeader header) throws IOException;

    /**
     * Removes {@code rows}, which are those that there are, of one list, together with putting its
     * new header, which is {@link HotHeader#EMPTY} when no row is left.
     */
    void removeLinks(long id1, long linkType, List<HotLink> rows, HotHeader header)
            throws IOException;

    /** Puts {@code row} in the place of what there is for its id. */
    void putNode(HotNode row) throws IOException;

    /** Puts {@code row}, and remembers that the next node to be added gets {@code nextNodeId}. */
    void addNode(HotNode row, long nextNodeId) throws IOException;

    /** Removes what there is for the node {@code id}. */
    void removeNode(long id) throws IOException;

    /** The id that the next added node gets, where one was added before. */
    OptionalLong nextNodeId() throws IOException;

    /**
     * Begins to bring many rows at once, sorted by key, into lists and nodes that have none. The
     * caller closes it.
     */
    HotIngest ingest() throws IOException;

    /** The lists of the cold store that this store holds whole, which are none of its rows. */
    HeldLists held();

    /**
     * Returns once every write that had returned before this call is as durable as this store makes
     * its writes.
     */
    void awaitDurable() throws IOException;

    /**
     * The bytes of all rows, on disk and in memory, about, with what replaced and removed ones
     * still take; without lists that are held.
     */
    long sizeBytes() throws IOException;

    /**
     * Gives back what replaced and removed rows take, where the store does not do that by itself
     * soon. Costs a pass over what there is; reads and writes go on meanwhile.
     */
    default void compact() throws IOException {}

    /**
     * The bytes of its files that this process keeps in memory outside of Java's heap, up to a
     * bound that the store was opened with; none for a store that is a server of its own.
     */
    default long cacheBytes() {
        return 0;
    }

    @Override
    void close() throws IOException;
}
