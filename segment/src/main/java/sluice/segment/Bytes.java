package sluice.segment;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Little-endian access to memory and the copying of short pieces, as all layouts here use it.
 *
 * <p>What is written goes through arrays: their access is a few machine instructions from the first
 * compilation on and cheap to compile, where a load of seconds mostly runs code that is still being
 * compiled. What is mapped goes through {@link MemorySegment}.
 */
final class Bytes {
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private Bytes() {}

    static long getLong(byte[] memory, int offset) {
        return (long) LONGS.get(memory, offset);
    }

    static void putLong(byte[] memory, int offset, long value) {
        LONGS.set(memory, offset, value);
    }

    static int getInt(byte[] memory, int offset) {
        return (int) INTS.get(memory, offset);
    }

    static void putInt(byte[] memory, int offset, int value) {
        INTS.set(memory, offset, value);
    }

    static short getShort(byte[] memory, int offset) {
        return (short) SHORTS.get(memory, offset);
    }

    static void putShort(byte[] memory, int offset, short value) {
        SHORTS.set(memory, offset, value);
    }

    static int unsignedShort(MemorySegment memory, long offset) {
        return memory.get(SHORT, offset) & 0xFFFF;
    }

    /** How many bytes an unsigned number needs: 0 for 0, else 1 to 8. */
    static int width(long value) {
        return (71 - Long.numberOfLeadingZeros(value)) >>> 3;
    }

    /** The bits of the lowest {@code width} bytes. */
    static long mask(int width) {
        return width == 8 ? -1L : (1L << (width * 8)) - 1;
    }

    /** Rounded up to a multiple of 8. */
    static long align8(long value) {
        return (value + 7) & -8L;
    }

    /** Rounded up to a multiple of 8. */
    static int align8(int value) {
        return (value + 7) & -8;
    }

    /**
     * Copies {@code length} bytes, or up to 7 more, for which both arrays must have room; made for
     * tens of bytes, where a bulk copy costs more.
     */
    static void copyWild(byte[] from, int fromOffset, byte[] to, int toOffset, int length) {
        if (length >= 256) {
            System.arraycopy(from, fromOffset, to, toOffset, length);
            return;
        }
        for (int done = 0; done < length; done += 8) {
            putLong(to, toOffset + done, getLong(from, fromOffset + done));
        }
    }

    /** Copies exactly {@code length} bytes; made for tens of bytes. */
    static void copy(byte[] from, int fromOffset, byte[] to, int toOffset, int length) {
        if (length < 8 || length >= 256) {
            System.arraycopy(from, fromOffset, to, toOffset, length);
            return;
        }
        int last = length - 8;
        for (int done = 0; done < last; done += 8) {
            putLong(to, toOffset + done, getLong(from, fromOffset + done));
        }
        // The last word may overlap the one before it.
        putLong(to, toOffset + last, getLong(from, fromOffset + last));
    }
}
