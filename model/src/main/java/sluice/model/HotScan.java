package sluice.model;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Passes over all rows of a hot store, at one moment. Belongs to one thread. */
public interface HotScan extends AutoCloseable {

    /** The next row by (id1, linkType, id2), unsigned; null after the last one. */
    @Nullable HotLink nextLink() throws IOException;

    /** The next row by id, unsigned; null after the last one. */
    @Nullable HotNode nextNode() throws IOException;

    @Override
    void close();
}
