package sluice.ingest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a source into chunks and hands them out in source order to any number of threads. The cuts
 * depend on the source and the chunk size alone.
 */
public final class ChunkQueue implements AutoCloseable {
    private ChunkQueue() {}

    /**
     * The chunks of {@code source} of about {@code chunkBytes} bytes (unpacked) each, without those
     * in {@code done}.
     */
    public static ChunkQueue open(Source source, long chunkBytes, List<ChunkSpan> done) {
        throw new UnsupportedOperationException();
    }

    /** The next chunk, or null when all were handed out. */
    public @Nullable Chunk take() throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() throws IOException {}
}
