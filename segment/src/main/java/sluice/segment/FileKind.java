package sluice.segment;

/** What a block file is and so what its rows promise. */
public enum FileKind {
    /** All rows of one chunk, slice by slice; rows of equal keys in source order. */
    RUN,
    /** The rows of one bucket, each key once. */
    SEGMENT
}
