package sluice.ingest;

import java.lang.foreign.MemorySegment;
import sluice.segment.RowSink;

/**
 * Parses rows of delimited text and appends them to a {@link RowSink}. Belongs to one thread.
 *
 * <p>Hot: no object per row.
 */
public final class RowParser {
    RowParser(Relation relation, Names names, RowSink sink, Rejects rejects) {
    }

    /**
     * Parses the rows of {@code window} from {@code from} to {@code to} and returns where the first
     * row begins that is not whole; with {@code last} the end of the bytes ends the last row.
     */
    public long parse(MemorySegment window, long from, long to, boolean last) {
        throw new UnsupportedOperationException();
    }
}
