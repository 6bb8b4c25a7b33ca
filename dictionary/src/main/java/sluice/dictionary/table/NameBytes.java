package sluice.dictionary.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import sluice.model.ByteHash;

/**
 * The bytes of a name: their hash, their equality and their order.
 *
 * <p>Hot. Offsets and lengths are the caller's to check. The hash decides the order of names in a
 * file and thereby their ids.
 */
public final class NameBytes {
    public static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** A hash of a name; only tests have one other than {@link #HASH}. */
    public interface Hash {
        long of(MemorySegment bytes, long offset, int length);

        /** The same hash of bytes in an array. */
        default long of(byte[] bytes, int offset, int length) {
            return of(MemorySegment.ofArray(bytes), offset, length);
        }
    }

    public static final Hash HASH =
            new Hash() {
                @Override
                public long of(MemorySegment bytes, long offset, int length) {
                    return ByteHash.of(bytes, offset, length);
                }

                @Override
                public long of(byte[] bytes, int offset, int length) {
                    return ByteHash.of(bytes, offset, length);
                }
            };

    private NameBytes() {}

    public static long getLong(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    public static void putLong(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    public static int getInt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    public static void putInt(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    /** An unsigned number of two bytes. */
    public static int getShort(byte[] bytes, int at) {
        return Short.toUnsignedInt((short) SHORTS.get(bytes, at));
    }

    public static void putShort(byte[] bytes, int at, int value) {
        SHORTS.set(bytes, at, (short) value);
    }

    /** Whether two names of one length are the same. */
    public static boolean same(
            MemorySegment a, long aOffset, MemorySegment b, long bOffset, int length) {
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

    /** The same in arrays. */
    public static boolean same(byte[] a, int aOffset, byte[] b, int bOffset, int length) {
        if (length >= 8) {
            int last = length - 8;
            for (int i = 0; i < last; i += 8) {
                if (getLong(a, aOffset + i) != getLong(b, bOffset + i)) {
                    return false;
                }
            }
            return getLong(a, aOffset + last) == getLong(b, bOffset + last);
        }
        for (int i = 0; i < length; i++) {
            if (a[aOffset + i] != b[bOffset + i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * The order of names in arrays: by unsigned bytes, a prefix first. Those that meet are mostly
     * equal.
     */
    public static int compare(
            byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
        return aLength == bLength && same(a, aOffset, b, bOffset, aLength)
                ? 0
                : Arrays.compareUnsigned(
                        a, aOffset, aOffset + aLength, b, bOffset, bOffset + bLength);
    }

    /** The same in memory. */
    public static int compare(
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
