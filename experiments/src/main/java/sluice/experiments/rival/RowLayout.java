package sluice.experiments.rival;

/**
 * How a row lies in memory between parsing and writing, so that keys and values can be handed over
 * by address:
 *
 * <pre>
 * lists alone    id1 8 | link type 8 | inverted time 8 | id2 8 | data length 4 | data | padding to 8
 * points too     id1 8 | link type 8 | inverted time 8 | id2 8 | data length 4
 *                      | visibility 1 | version 4 | time 8 | data | padding to 8
 * </pre>
 *
 * Numbers of the keys and of the point value are big-endian.
 */
record RowLayout(boolean pair) {
    static final int TYPE = 8;
    static final int INVERTED_TIME = 16;
    static final int ID2 = 24;
    static final int DATA_LENGTH = 32;
    static final int VALUE = 36;

    /** Visibility, version and time before the data of a point value. */
    static final int POINT_HEADER_BYTES = 13;

    static final int LIST_KEY_BYTES = 32;

    static final int POINT_KEY_BYTES = 24;

    /** Later times first. */
    static long invert(long time) {
        return Long.MAX_VALUE - time;
    }

    int dataOffset() {
        return pair ? VALUE + POINT_HEADER_BYTES : VALUE;
    }

    int rowBytes(int dataBytes) {
        return (dataOffset() + dataBytes + 7) & -8;
    }
}
