package sluice.model;

import java.io.IOException;

/**
 * The write operations of LinkBench on a graph.
 *
 * <p>Safe for any number of threads. A write that returned is durable as far as the store was told
 * to make it so, is seen by every read that begins afterwards, and shadows whatever a load brings
 * for its key. The count of a link list is always the number of its visible links. Writes to one
 * link list are applied one after the other.
 *
 * <p>What was there before is only known once a load has copied its source: until then {@link
 * Answer#complete} is false, as the load may yet bring a row of the same key.
 */
public interface GraphWriter {

    /**
     * Adds {@code link}, or replaces all fields of the link of its key. The value says whether the
     * key is new.
     */
    Answer<Boolean> addLink(Link link) throws IOException;

    /**
     * As {@link #addLink}, but the value says whether the key was there before, visible or hidden.
     */
    Answer<Boolean> updateLink(Link link) throws IOException;

    /**
     * Hides the link of this key or removes it; says whether there was one, visible or hidden. A
     * hidden link keeps all its other fields.
     */
    Answer<Boolean> deleteLink(long id1, long linkType, long id2, Deletion deletion)
            throws IOException;

    /**
     * Adds a node and returns its id, which is above those of all nodes added before it, and
     * follows that of the last one unless a load ran in between; {@link Node#id} is not looked at.
     */
    long addNode(Node node) throws IOException;

    /**
     * Replaces version, time and data of the node of this id and type; says whether there was one.
     * Where there is none, or one of another type, nothing is changed.
     */
    Answer<Boolean> updateNode(Node node) throws IOException;

    /** Removes the node of this id and type; says whether there was one. */
    Answer<Boolean> deleteNode(long id, long type) throws IOException;
}
