package sluice.ingest;

import sluice.ingest.file.SourceFile;

/**
 * Some chunks of one file that follow one another, for a reader of a part of a source. A file that
 * can be read only from its beginning has one range, the whole.
 *
 * @param firstChunk the first of them
 * @param endChunk the one behind the last; a file may have fewer
 * @param startByte where the first row of {@code firstChunk} begins, so that nothing before it need
 *     be read; -1 where that is not known
 */
public record ChunkRange(int fileIndex, int firstChunk, int endChunk, long startByte) {
    public ChunkRange {
        if (fileIndex < 0 || firstChunk < 0 || firstChunk > endChunk) {
            throw new IllegalArgumentException(
                    "chunks %d to %d of file %d".formatted(firstChunk, endChunk, fileIndex));
        }
    }

    /** All chunks of {@code file}. */
    public static ChunkRange whole(SourceFile file) {
        return new ChunkRange(file.index(), 0, Integer.MAX_VALUE, -1);
    }
}
