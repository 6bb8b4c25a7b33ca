package sluice.gremlin;

import org.apache.tinkerpop.gremlin.structure.Edge;
import sluice.model.Link;

/** An edge whose link is known by its row. */
interface StoredEdge extends Edge {
    LinkKey key();

    /** The row of the link. */
    Link link();

    /** Removes one property from the stored edge. */
    void removeProperty(String name);
}
