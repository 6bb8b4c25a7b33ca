package sluice.proof;

/** The fields of one row, filled again for the next one. Belongs to one thread. */
final class RowFields {
    boolean node;
    long id1;
    long type;
    long id2;
    int flags;
    long version;
    long time;
    byte[] data = {};
    int offset;
    int length;

    /** Sets the key; for a node {@code id2} does not count. */
    void key(boolean isNode, long newId1, long newType, long newId2) {
        node = isNode;
        id1 = newId1;
        type = newType;
        id2 = newId2;
    }

    /** Sets the flags of {@link sluice.model.RowSink}, and what decides between rows of one key. */
    void state(int newFlags, long newVersion, long newTime) {
        flags = newFlags;
        version = newVersion;
        time = newTime;
    }

    /** Sets the data, which is not copied. */
    void data(byte[] bytes, int newOffset, int newLength) {
        data = bytes;
        offset = newOffset;
        length = newLength;
    }
}
