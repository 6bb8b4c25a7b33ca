package sluice.proof;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hashes of one row: 128 bits of its key and 128 bits of all its fields. Belongs to one thread.
 *
 * <p>Two lanes of multiplications and rotations, each over every field; not for use against someone
 * who makes up rows. Hot: no object, one pass over the data.
 */
final class RowHasher {
    static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final long PRIME_1 = 0x9E3779B185EBCA87L;
    static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long SECOND_LANE = 0x27D4EB2F165667C5L;

    private static final int ROTATION = 31;
    private static final long NODE = 1;
    private static final long LINK = 2;

    private long key1;
    private long key2;
    private long row1;
    private long row2;

    /** Takes a row; for a node {@code id2} does not count, and the type is no part of its key. */
    void take(RowFields row) {
        boolean node = row.node;
        long id1 = row.id1;
        long type = row.type;
        long id2 = row.id2;
        byte[] data = row.data;
        long kind = node ? NODE : LINK;
        long first = round(kind, id1, PRIME_2);
        long second = round(SECOND_LANE ^ kind, id1, PRIME_4);
        if (!node) {
            first = round(round(first, type, PRIME_2), id2, PRIME_2);
            second = round(round(second, id2, PRIME_4), type, PRIME_4);
        }
        key1 = mix(first);
        key2 = mix(second);
        first = round(round(first, type, PRIME_2), row.version, PRIME_2);
        second = round(round(second, type, PRIME_4), row.version, PRIME_4);
        long lengthAndFlags = (long) row.length << Integer.SIZE | row.flags;
        first = round(round(first, row.time, PRIME_2), lengthAndFlags, PRIME_2);
        second = round(round(second, row.time, PRIME_4), lengthAndFlags, PRIME_4);
        int at = row.offset;
        int end = row.offset + row.length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            long word = (long) LONG.get(data, at);
            first = round(first, word, PRIME_2);
            second = round(second, word, PRIME_4);
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << 8 | (data[at] & 0xFF);
        }
        row1 = mix(round(first, rest, PRIME_2));
        row2 = mix(round(second, rest, PRIME_4));
    }

    /** Takes one more word into a hash; for each hash another word leads to another result. */
    static long round(long hash, long word, long factor) {
        return Long.rotateLeft(hash + word * factor, ROTATION) * PRIME_1;
    }

    /** Spreads every bit of {@code value} over all bits. */
    static long mix(long value) {
        long mixed = (value ^ value >>> 33) * PRIME_2;
        mixed = (mixed ^ mixed >>> 29) * PRIME_3;
        return mixed ^ mixed >>> 32;
    }

    long key1() {
        return key1;
    }

    long key2() {
        return key2;
    }

    long row1() {
        return row1;
    }

    long row2() {
        return row2;
    }
}
