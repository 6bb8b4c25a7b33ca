package sluice.hot.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The keys of the hot store. Numbers are big-endian, so that keys are in unsigned order; a time is
 * turned so that the newest comes first.
 *
 * <pre>
 * c id1 type            list of the cold store that is held whole: a copy
 * h id1 type            header of a list
 * l id1 type id2        row of a link
 * n id                  row of a node
 * s name                a number of the store's own
 * t id1 type ~time id2  a visible link once more, in the order of its list
 * </pre>
 */
final class HotKeys {
    static final byte HEADER = 'h';
    static final byte HELD = 'c';
    static final byte LINK = 'l';
    static final byte NODE = 'n';
    static final byte STORE = 's';
    static final byte TIME = 't';

    static final int HEADER_BYTES = 17;
    static final int LINK_BYTES = 25;
    static final int NODE_BYTES = 9;
    static final int TIME_BYTES = 33;

    /** Where id1, or a node's id, begins. */
    static final int ID1 = 1;

    static final int TYPE = 9;
    static final int LINK_ID2 = 17;
    static final int TIME_TIME = 17;
    static final int TIME_ID2 = 25;

    /** The id that the next added node gets. */
    static final byte[] NEXT_NODE_ID = {STORE, 'i'};

    /** A number that was drawn when the store was made. */
    static final byte[] IDENTITY = {STORE, 'n'};

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private HotKeys() {}

    static byte[] header(long id1, long linkType) {
        return list(HEADER, HEADER_BYTES, id1, linkType);
    }

    static byte[] held(long id1, long linkType) {
        return list(HELD, HEADER_BYTES, id1, linkType);
    }

    static byte[] link(long id1, long linkType, long id2) {
        byte[] key = list(LINK, LINK_BYTES, id1, linkType);
        LONG.set(key, LINK_ID2, id2);
        return key;
    }

    static byte[] node(long id) {
        byte[] key = new byte[NODE_BYTES];
        key[0] = NODE;
        LONG.set(key, ID1, id);
        return key;
    }

    static byte[] time(long id1, long linkType, long time, long id2) {
        byte[] key = list(TIME, TIME_BYTES, id1, linkType);
        LONG.set(key, TIME_TIME, newestFirst(time));
        LONG.set(key, TIME_ID2, id2);
        return key;
    }

    private static byte[] list(byte kind, int lengthBytes, long id1, long linkType) {
        byte[] key = new byte[lengthBytes];
        key[0] = kind;
        LONG.set(key, ID1, id1);
        LONG.set(key, TYPE, linkType);
        return key;
    }

    static long number(byte[] key, int offset) {
        return (long) LONG.get(key, offset);
    }

    /** A value that {@link #number} reads. */
    static byte[] bytes(long number) {
        byte[] value = new byte[Long.BYTES];
        LONG.set(value, 0, number);
        return value;
    }

    /** The time of a key that {@link #time} made. */
    static long timeOf(byte[] key) {
        return newestFirst(number(key, TIME_TIME));
    }

    /** Whether {@code key} is of {@code kind} and of this list. */
    static boolean isOf(byte[] key, byte kind, long id1, long linkType) {
        return key[0] == kind && number(key, ID1) == id1 && number(key, TYPE) == linkType;
    }

    /** Unsigned order of the result is the order from the newest time on; its own inverse. */
    private static long newestFirst(long time) {
        return ~(time ^ Long.MIN_VALUE);
    }
}
