package sluice.linkbench.stores;

import java.io.IOException;
import sluice.model.GraphStore;

/** Opens a handle of a store for one thread, which closes it. */
public interface Connecting {
    GraphStore connect() throws IOException;
}
