package sluice.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes, little end first. */
final class Bits {
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Bits() {}

    static int intAt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static long longAt(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** The {@code width} bits, 0 to 64, that begin {@code bit} bits behind byte {@code from}. */
    static long bitsAt(byte[] bytes, int from, long bit, int width) {
        long value = 0;
        int have = 0;
        int at = from + (int) (bit >>> 3);
        int skip = (int) (bit & 7);
        while (have < width) {
            long here = (bytes[at++] & 0xffL) >>> skip;
            value |= here << have;
            have += 8 - skip;
            skip = 0;
        }
        return width == 64 ? value : value & ((1L << width) - 1);
    }
}
