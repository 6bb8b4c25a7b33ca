package sluice.load.stage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in the bytes that {@link RowRecorder} writes and {@link RowReplay} reads. */
final class RowBytes {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private RowBytes() {}

    static void putInt(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    static int getInt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static void putLong(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    static long getLong(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }
}
