package sluice.ingest.file;

import sluice.ingest.row.Relation;

/**
 * One input file and the relation of its rows.
 *
 * @param coding how its (unpacked) bytes become the text that rows are read from
 * @param lengthBytes as it lies on disk, packed or not; -1 for standard input
 * @param modifiedNanos when it was last written, in nanoseconds since 1970; 0 for standard input
 * @param dataStartByte where in the unpacked text the first row may begin, behind mark and header
 * @param dataStartLines how many lines stand before that byte
 */
public record SourceFile(
        int index,
        String name,
        Place place,
        Codec codec,
        TextCoding coding,
        long lengthBytes,
        long modifiedNanos,
        long dataStartByte,
        long dataStartLines,
        Relation relation) {

    /** How the file's bytes are packed, found by its first bytes. */
    public enum Codec {
        PLAIN("text", "head"),
        GZIP("gzip", "gzip -t"),
        ZSTD("zstd", "zstd -t"),

        /** Rows of columns, which are read as delimited text. */
        PARQUET("Parquet", "a reader of Parquet"),

        /** A chunk of Voldemort's read-only files, whose keys and values are read so, too. */
        CHUNK("Voldemort", "sluice load");

        private final String label;
        private final String testCommand;

        Codec(String label, String testCommand) {
            this.label = label;
            this.testCommand = testCommand;
        }

        /** Whether what is read is not the bytes of the file, but text made of its rows. */
        public boolean isRows() {
            return this == PARQUET || this == CHUNK;
        }

        String label() {
            return label;
        }

        String testCommand() {
            return testCommand;
        }
    }

    /** Whether the file can be read only from its beginning. */
    public boolean isStream() {
        return codec != Codec.PLAIN || !coding.changesNothing() || lengthBytes < 0;
    }

    public SourceFile withRelation(Relation other) {
        return new SourceFile(
                index,
                name,
                place,
                codec,
                coding,
                lengthBytes,
                modifiedNanos,
                dataStartByte,
                dataStartLines,
                other);
    }
}
