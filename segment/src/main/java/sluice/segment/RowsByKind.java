package sluice.segment;

/**
 * How many rows of each kind a file has, or several files together.
 *
 * @param links hidden ones and deletions too, without {@code properties}
 * @param properties rows whose type is that of a property
 * @param indexEntries pairs of a key and an id in index sections
 */
public record RowsByKind(long nodes, long links, long properties, long indexEntries) {
    /** Those of no file. */
    public static final RowsByKind NONE = new RowsByKind(0, 0, 0, 0);
}
