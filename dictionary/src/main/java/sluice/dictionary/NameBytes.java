package sluice.dictionary;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import sluice.model.ByteHash;

/**
 * The bytes of a name: their hash, their equality and their order.
 *
 * <p>Hot. Offsets and lengths are the caller's to check. The hash decides the order of names in a
 * file and thereby their ids.
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

    static final Hash HASH = ByteHash::of;

    private NameBytes() {}

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
