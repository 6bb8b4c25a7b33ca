package sluice.segment;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Little-endian access to memory and the copying of short pieces, as all layouts here use it. */
final class Bytes {
    static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private Bytes() {}

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

    /**
     * Copies exactly {@code length} bytes; made for tens of bytes, where a bulk copy costs more.
     */
    static void copy(
            MemorySegment from, long fromOffset, MemorySegment to, long toOffset, int length) {
        if (length >= 256) {
            MemorySegment.copy(from, fromOffset, to, toOffset, length);
            return;
        }
        if (length >= 8) {
            int last = length - 8;
            for (int done = 0; done < last; done += 8) {
                to.set(LONG, toOffset + done, from.get(LONG, fromOffset + done));
            }
            // The last word may overlap the one before it.
            to.set(LONG, toOffset + last, from.get(LONG, fromOffset + last));
            return;
        }
        for (int done = 0; done < length; done++) {
            to.set(BYTE, toOffset + done, from.get(BYTE, fromOffset + done));
        }
    }

    /** As {@link #copy}, but may read and write up to 7 bytes beyond both ends. */
    static void copyWild(
            MemorySegment from, long fromOffset, MemorySegment to, long toOffset, int length) {
        if (length >= 256) {
            MemorySegment.copy(from, fromOffset, to, toOffset, length);
            return;
        }
        for (int done = 0; done < length; done += 8) {
            to.set(LONG, toOffset + done, from.get(LONG, fromOffset + done));
        }
    }
}
