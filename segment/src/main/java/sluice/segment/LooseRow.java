package sluice.segment;

/**
 * One row outside of a pool, laid out as in a {@link RowPool}, so that a {@link BlockBuilder} takes
 * it: how a row goes from one file into another without a pool between. Belongs to one thread and
 * is reused for row after row.
 */
final class LooseRow {
    /** A block builder copies data in words, so up to 7 bytes more than there are. */
    private static final int WORD_BYTES = 8;

    private byte[] memory = new byte[1 << 12];

    /** Takes the row at which {@code row} stands. Cost: one copy of it. */
    void set(ListCursor row) {
        int length = row.dataLength();
        long version = row.version();
        int dataAt = RowPool.HEADER_BYTES + (version != 0 ? 8 : 0);
        if (dataAt + length + WORD_BYTES > memory.length) {
            memory = new byte[2 * (dataAt + length + WORD_BYTES)];
        }
        int flags = row.flags() | (version != 0 ? RowPool.HAS_VERSION : 0);
        Bytes.putLong(memory, RowPool.ID2, row.id2());
        Bytes.putLong(memory, RowPool.TIME, row.time());
        Bytes.putLong(memory, RowPool.LENGTH, (long) flags << 32 | length);
        Bytes.putLong(memory, RowPool.HEADER_BYTES, version);
        row.copyData(memory, dataAt);
    }

    /** The bytes, which begin with the row. */
    byte[] memory() {
        return memory;
    }
}
