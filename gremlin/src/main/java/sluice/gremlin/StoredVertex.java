package sluice.gremlin;

import org.apache.tinkerpop.gremlin.structure.Vertex;

/** A vertex whose node is known by its number. */
interface StoredVertex extends Vertex {
    /** The number of the node. */
    long number();
}
