package sluice.dictionary;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The bytes of a name: their hash, their equality and their order.
 *
 * <p>Hot. Offsets and lengths are the caller's to check. The hash is part of the file formats: it
 * decides the order of names in a file and thereby their ids, and must never change.
 */
final class NameBytes {
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    /** A hash of a name; only tests have one other than {@link #HASH}. */
    interface Hash {
        long of(MemorySegment bytes, long offset, int length);
    }

    static final Hash HASH = NameBytes::hash;

    // Odd constants with about as many ones as zeros: the fractions of the square roots of 2, 3, 5
    // and 7.
    private static final long ROOT_2 = 0x6A09E667F3BCC909L;
    private static final long ROOT_3 = 0xBB67AE8584CAA73BL;
    private static final long ROOT_5 = 0x3C6EF372FE94F82BL;
    private static final long ROOT_7 = 0xA54FF53A5F1D36F1L;

    private NameBytes() {}

    /**
     * The hash of a name that is not empty: all 64 bits are even. Cost: a multiplication per 8
     * bytes.
     */
    static long hash(MemorySegment bytes, long offset, int length) {
        long state = (length ^ ROOT_2) * ROOT_3;
        long word;
        if (length >= 8) {
            long last = offset + length - 8;
            for (long at = offset; at < last; at += 8) {
                state = fold(state ^ bytes.get(LONG, at), ROOT_5);
            }
            word = bytes.get(LONG, last);
        } else if (length >= 4) {
            word =
                    Integer.toUnsignedLong(bytes.get(INT, offset))
                            | (long) bytes.get(INT, offset + length - 4) << 32;
        } else {
            word =
                    Byte.toUnsignedLong(bytes.get(BYTE, offset))
                            | Byte.toUnsignedLong(bytes.get(BYTE, offset + (length >>> 1))) << 8
                            | Byte.toUnsignedLong(bytes.get(BYTE, offset + length - 1)) << 16;
        }
        state = fold(state ^ word, ROOT_7);
        state = (state ^ state >>> 29) * ROOT_3;
        return state ^ state >>> 32;
    }

    /**
     * Both halves of the 128-bit product, laid over each other, so that each bit reaches high and
     * low.
     */
    private static long fold(long a, long b) {
        return a * b ^ Math.unsignedMultiplyHigh(a, b);
    }

    /** Whether two names of one length are the same. */
    static boolean same(MemorySegment a, long aOffset, MemorySegment b, long bOffset, int length) {
        if (length >= 8) {
            int last = length - 8;
            for (int i = 0; i < last; i += 8) {
                if (a.get(LONG, aOffset + i) != b.get(LONG, bOffset + i)) {
                    return false;
                }
            }
            return a.get(LONG, aOffset + last) == b.get(LONG, bOffset + last);
        }
        for (int i = 0; i < length; i++) {
            if (a.get(BYTE, aOffset + i) != b.get(BYTE, bOffset + i)) {
                return false;
            }
        }
        return true;
    }

    /** The order of names: by unsigned bytes, a prefix first. */
    static int compare(
            MemorySegment a,
            long aOffset,
            int aLength,
            MemorySegment b,
            long bOffset,
            int bLength) {
        int shared = Math.min(aLength, bLength);
        int i = 0;
        for (; i <= shared - 8; i += 8) {
            long x = a.get(LONG, aOffset + i);
            long y = b.get(LONG, bOffset + i);
            if (x != y) {
                return Long.compareUnsigned(Long.reverseBytes(x), Long.reverseBytes(y));
            }
        }
        for (; i < shared; i++) {
            int order = Byte.compareUnsigned(a.get(BYTE, aOffset + i), b.get(BYTE, bOffset + i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(aLength, bLength);
    }
}
