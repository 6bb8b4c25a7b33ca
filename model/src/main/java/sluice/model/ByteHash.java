package sluice.model;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 64-bit hash of bytes that the file formats use: of names in a dictionary, of the languages
 * and values of properties, of the keys of an index.
 *
 * <p>It is part of the formats (docs/format-dictionary.md): it decides the order of names and
 * thereby their ids, and must never change. Hot: it allocates nothing and costs a multiplication
 * for each 8 bytes. The caller must check offset and length.
 */
public final class ByteHash {
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    // Odd constants with about as many ones as zeros: the fractions of the square roots of 2, 3, 5
    // and 7.
    private static final long ROOT_2 = 0x6A09E667F3BCC909L;
    private static final long ROOT_3 = 0xBB67AE8584CAA73BL;
    private static final long ROOT_5 = 0x3C6EF372FE94F82BL;
    private static final long ROOT_7 = 0xA54FF53A5F1D36F1L;

    private ByteHash() {}

    /** The hash of {@code length} bytes; all 64 bits are even. */
    public static long of(MemorySegment bytes, long offset, int length) {
        long state = (length ^ ROOT_2) * ROOT_3;
        long word = 0;
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
        } else if (length > 0) {
            word =
                    Byte.toUnsignedLong(bytes.get(BYTE, offset))
                            | Byte.toUnsignedLong(bytes.get(BYTE, offset + (length >>> 1))) << 8
                            | Byte.toUnsignedLong(bytes.get(BYTE, offset + length - 1)) << 16;
        }
        return end(state, word);
    }

    /** The same hash of bytes in an array. */
    public static long of(byte[] bytes, int offset, int length) {
        long state = (length ^ ROOT_2) * ROOT_3;
        long word = 0;
        if (length >= 8) {
            int last = offset + length - 8;
            for (int at = offset; at < last; at += 8) {
                state = fold(state ^ (long) LONGS.get(bytes, at), ROOT_5);
            }
            word = (long) LONGS.get(bytes, last);
        } else if (length >= 4) {
            word =
                    Integer.toUnsignedLong((int) INTS.get(bytes, offset))
                            | (long) (int) INTS.get(bytes, offset + length - 4) << 32;
        } else if (length > 0) {
            word =
                    Byte.toUnsignedLong(bytes[offset])
                            | Byte.toUnsignedLong(bytes[offset + (length >>> 1)]) << 8
                            | Byte.toUnsignedLong(bytes[offset + length - 1]) << 16;
        }
        return end(state, word);
    }

    private static long end(long before, long word) {
        long state = fold(before ^ word, ROOT_7);
        state = (state ^ state >>> 29) * ROOT_3;
        return state ^ state >>> 32;
    }

    /** {@link #of}, with 1 for 0: for places where 0 means something else. */
    public static long nonZero(MemorySegment bytes, long offset, int length) {
        long hash = of(bytes, offset, length);
        return hash == 0 ? 1 : hash;
    }

    /**
     * Both halves of the 128-bit product, laid over each other, so that each bit reaches high and
     * low.
     */
    private static long fold(long a, long b) {
        return a * b ^ Math.unsignedMultiplyHigh(a, b);
    }
}
