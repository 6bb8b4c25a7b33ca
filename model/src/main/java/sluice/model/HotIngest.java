package sluice.model;

import java.io.IOException;

/**
 * Brings many rows into a hot store as sorted files, past its log. Nothing is seen before {@link
 * #commit}, and all at once then. Belongs to one thread.
 */
public interface HotIngest extends AutoCloseable {

    /** Adds a link above all that were added, by (id1, linkType, id2), of a list without rows. */
    void add(Link link) throws IOException;

    /** Adds a node above all that were added, whose id has no row. */
    void add(Node node) throws IOException;

    /** Makes all that was added durable and part of the store. */
    void commit() throws IOException;

    /** Gives up what was not committed. */
    @Override
    void close() throws IOException;
}
