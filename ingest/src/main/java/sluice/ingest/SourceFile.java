package sluice.ingest;

import java.nio.file.Path;

/**
 * One input file and the relation of its rows.
 *
 * @param lengthBytes as it lies on disk, packed or not; -1 for standard input
 */
public record SourceFile(int index, String name, Path path, Codec codec, long lengthBytes, Relation relation) {
    /** How the file's bytes are packed, found by its first bytes. */
    public enum Codec {
        PLAIN,
        GZIP,
        ZSTD
    }
}
