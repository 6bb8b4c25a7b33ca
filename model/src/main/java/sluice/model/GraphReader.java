package sluice.model;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The read operations of LinkBench on a graph, plus all types of an id and a full scan.
 *
 * <p>Safe for any number of threads. One answer is from one version of the graph from beginning to
 * end. Ids and link types are unsigned. A read that touches a damaged file fails with an {@link
 * IOException} that names file and offset; damage that is there when a block is used first is never
 * returned.
 */
public interface GraphReader extends AutoCloseable {

    /** The node {@code id}. */
    Answer<Optional<Node>> node(long id) throws IOException;

    /** The link of this key, also when it is hidden. */
    Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException;

    /**
     * Those of the links {@code (id1, linkType, id2s[i])} that exist, hidden ones too, in the order
     * asked.
     */
    Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException;

    /** A part of one link list, newest first. */
    Answer<LinkList> linkList(LinkQuery query) throws IOException;

    /** How many visible links {@code (id1, linkType)} has. */
    Answer<Long> count(long id1, long linkType) throws IOException;

    /**
     * The link types of which {@code id1} has visible links, in unsigned order, with their counts.
     */
    Answer<List<TypeCount>> types(long id1) throws IOException;

    /**
     * Shows every node and every link, hidden ones too, to {@code visitor}: id by id in unsigned
     * order, the node of an id before its links, links by type and then newest first, except that
     * the links of an id with buckets of its own come bucket by bucket. Returns whether that was
     * all.
     */
    boolean scan(Visitor visitor) throws IOException;

    /**
     * Ids that an index has under tokens; each has to be checked by its values. Fails where the
     * store has no indexes.
     */
    default Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
        throw new SluiceException(
                ErrorCode.CONFIG,
                "index %d: this store has no indexes; ask for nodes by their ids"
                        .formatted(query.index()));
    }

    @Override
    void close() throws IOException;

    /** Receives what {@link #scan} finds. */
    interface Visitor {
        void node(Node node) throws IOException;

        void link(Link link) throws IOException;
    }
}
