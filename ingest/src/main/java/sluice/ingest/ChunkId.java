package sluice.ingest;

/**
 * Which piece of a source: the file by its index in the source, the chunk by its index in the file.
 * Their order is the order of the source, which decides between equal rows.
 */
public record ChunkId(int fileIndex, int chunkIndex) implements Comparable<ChunkId> {
    @Override
    public int compareTo(ChunkId other) {
        return fileIndex != other.fileIndex
                ? Integer.compare(fileIndex, other.fileIndex)
                : Integer.compare(chunkIndex, other.chunkIndex);
    }
}
