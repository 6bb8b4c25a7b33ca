package sluice.model;

import java.io.IOException;
import java.util.OptionalLong;

/**
 * One state of a cold store: all its answers are of the same content, however long it is held. Safe
 * for any number of threads until it is closed.
 */
public interface ColdView extends GraphReader {

    /**
     * Names the content, for ever: two views of one epoch give the same answers, also after a
     * restart. Views of different epochs may do so too, as when only buckets were built between
     * them. Never negative.
     */
    long epoch();

    /**
     * Whether questions on {@code id1} can be answered at all; false only for a store that cannot
     * search a bucket before it is built, and for a bucket that is not. It must not be asked then.
     */
    boolean canAnswer(long id1) throws IOException;

    /**
     * The first id above all that have a node or links, 1 where there is none, 0 where none is
     * left; empty while it is not known, as a load still copies its source.
     */
    OptionalLong nextNodeId() throws IOException;
}
