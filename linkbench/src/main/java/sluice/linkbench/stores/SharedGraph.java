package sluice.linkbench.stores;

import sluice.model.ForwardedStore;
import sluice.model.GraphStore;

/** A graph that others use too: it stays open when this handle is closed. */
public final class SharedGraph extends ForwardedStore {

    /** A handle of {@code graph}. */
    public SharedGraph(GraphStore graph) {
        super(graph);
    }

    @Override
    public void close() {}
}
