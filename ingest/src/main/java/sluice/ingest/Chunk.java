package sluice.ingest;

import java.io.IOException;
import sluice.ingest.row.NameResolver;
import sluice.ingest.row.Rejects;
import sluice.model.RowKind;
import sluice.model.RowSink;

/**
 * A piece of a source, taken from a {@link ChunkQueue} by one thread, which parses it once, or
 * passes it over.
 */
public interface Chunk {
    ChunkId id();

    /** The file's name for messages. */
    String fileName();

    RowKind kind();

    /**
     * How many lines of the file stand before the chunk; -1 where that is not known without reading
     * them.
     */
    long linesBefore();

    /**
     * The line of the row that is being appended to the sink, counted from 1 within the chunk; only
     * the sink may ask, while {@link #parse} runs.
     */
    long rowLine();

    /** Reads and parses all rows. Cost: one pass over the bytes in windows of at most 1 MiB. */
    ChunkSpan parse(NameResolver names, RowSink sink, Rejects rejects) throws IOException;

    /**
     * Leaves the rows unread, which the caller has from an earlier reading. Chunks behind it can be
     * read from now on.
     *
     * @param span what the earlier reading returned
     */
    void pass(ChunkSpan span);
}
