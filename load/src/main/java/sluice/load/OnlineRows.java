package sluice.load;

import java.io.IOException;
import sluice.model.RowSink;

/**
 * Rows that were written online, as they are handed over to be absorbed: of each key one, in any
 * order; a removed key as a row with {@link RowSink#TOMBSTONE}.
 */
public interface OnlineRows {
    /** Appends every link. */
    void links(RowSink sink) throws IOException;

    /** Appends every node. */
    void nodes(RowSink sink) throws IOException;
}
