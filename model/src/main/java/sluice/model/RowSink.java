package sluice.model;

/**
 * Takes rows one by one, in source order, without an object per row: what a parser fills and a
 * {@code RowPool} is. For a node {@code id1} is its id, {@code type} its type and {@code id2} 0.
 */
public interface RowSink {
    /** Set in {@code flags} when the link is hidden. */
    int HIDDEN = 1;

    /** Set in {@code flags} when the row deletes what its key holds. */
    int TOMBSTONE = 2;

    /** The longest data of one row, in bytes. */
    int DATA_BYTES_MAX = 1 << 24;

    /**
     * Adds a row whose data is {@code dataLength} bytes of {@code data} from {@code dataOffset}.
     * The bytes are copied before this returns. Cost: one copy of the row.
     */
    void append(
            long id1,
            long type,
            long id2,
            long time,
            long version,
            int flags,
            byte[] data,
            int dataOffset,
            int dataLength);
}
