package sluice.server;

import sluice.model.GraphStore;
import sluice.model.names.Names;
import sluice.model.names.NoNames;
import sluice.question.Declaring;

/**
 * The store behind a server, with what gives its numbers a meaning.
 *
 * @param graph its nodes and links; its owner closes it
 * @param names of its ids and types
 * @param declaring what it declares of properties
 */
public record BackingStore(GraphStore graph, Names names, Declaring declaring) {
    /** A store of numbers alone, which declares nothing. */
    public static BackingStore of(GraphStore graph) {
        return new BackingStore(graph, NoNames.NONE, Declaring.NOTHING);
    }
}
