package sluice.ingest;

/**
 * Which piece of a source: the file by its index in the source, the chunk by its index in the file.
 * Their order is the order of the source, which decides between equal rows.
 */
public record ChunkId(int fileIndex, int chunkIndex) implements Comparable<ChunkId> {
    public ChunkId {
        if (fileIndex < 0 || chunkIndex < 0) {
            throw new IllegalArgumentException(
                    "chunk %d of file %d, expected numbers from 0 on"
                            .formatted(chunkIndex, fileIndex));
        }
    }

    @Override
    public int compareTo(ChunkId other) {
        return fileIndex != other.fileIndex
                ? Integer.compare(fileIndex, other.fileIndex)
                : Integer.compare(chunkIndex, other.chunkIndex);
    }
}
