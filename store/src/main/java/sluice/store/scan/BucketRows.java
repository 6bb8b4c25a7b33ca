package sluice.store.scan;

import java.io.IOException;
import sluice.model.RowSink;

/**
 * The winning rows of one bucket, of one kind, piece by piece: links by id1, type, time (newest
 * first) and id2, nodes by id. Deletions are left out. Belongs to one thread; the files must stay
 * open.
 */
public interface BucketRows {
    /** Hands some more wanted rows over, perhaps none; returns false at the end. */
    boolean next(RowSink sink) throws IOException;

    /** Hands all rows that are left over. */
    default void all(RowSink sink) throws IOException {
        while (next(sink)) {
            // Each call hands over its piece.
        }
    }
}
