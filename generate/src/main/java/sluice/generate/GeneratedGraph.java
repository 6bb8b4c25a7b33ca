package sluice.generate;

/**
 * A graph that can be made again and again, cut into chunks that do not depend on each other.
 *
 * <p>Immutable: any number of threads may make chunks at the same time. A chunk always has the same
 * rows in the same order. Every link is visible and has version 0.
 */
public sealed interface GeneratedGraph permits LinkBenchGraph, RmatGraph {
    /** How many chunks the links are cut into. */
    long linkChunkCount();

    /** Makes the links of one chunk, counted from 0. */
    void links(long chunk, LinkSink sink);

    /** How many chunks the nodes are cut into; 0 for a graph that has only links. */
    long nodeChunkCount();

    /** Makes the nodes of one chunk, counted from 0. */
    void nodes(long chunk, NodeSink sink);

    /** Makes all links in the order of the written files. */
    default void forEachLink(LinkSink sink) {
        for (long chunk = 0; chunk < linkChunkCount(); chunk++) {
            links(chunk, sink);
        }
    }

    /** Makes all nodes in the order of the written files. */
    default void forEachNode(NodeSink sink) {
        for (long chunk = 0; chunk < nodeChunkCount(); chunk++) {
            nodes(chunk, sink);
        }
    }
}
