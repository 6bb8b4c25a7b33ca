package sluice.protocol;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Writes protocol buffers from their end to their beginning, so that the length of a message is
 * known when it is put before it: one pass, and no size is computed ahead.
 *
 * <p>What is called first therefore stands last. Fields that have their default value are left out,
 * as proto3 does. Belongs to one thread; grows as needed.
 */
final class WireWriter {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

    private byte[] bytes;

    /** What is written lies from here to the end of {@link #bytes}. */
    private int start;

    WireWriter(int capacityBytes) {
        bytes = new byte[Math.max(64, capacityBytes)];
        start = bytes.length;
    }

    /** How many bytes are written; the mark that {@link #message} takes. */
    int lengthBytes() {
        return bytes.length - start;
    }

    /** Puts tag and length before all that was written since {@code mark}: it is one message. */
    void message(int field, int mark) {
        varint(lengthBytes() - mark);
        varint(WireType.tag(field, WireType.LENGTH));
    }

    void unsigned(int field, long value) {
        if (value != 0) {
            present(field, value);
        }
    }

    void signed(int field, long value) {
        if (value != 0) {
            present(field, zigzag(value));
        }
    }

    void flag(int field, boolean value) {
        unsigned(field, value ? 1 : 0);
    }

    /** A field that is written also where its value is 0. */
    void presentSigned(int field, long value) {
        present(field, zigzag(value));
    }

    /** As {@link #unsigned}, and there also where it is 0. */
    void presentUnsigned(int field, long value) {
        present(field, value);
    }

    private void present(int field, long value) {
        varint(value);
        varint(WireType.tag(field, WireType.VARINT));
    }

    void bytes(int field, byte[] value) {
        if (value.length > 0) {
            int mark = lengthBytes();
            int at = reserve(value.length);
            System.arraycopy(value, 0, bytes, at, value.length);
            message(field, mark);
        }
    }

    /** As {@link #bytes}, and there also where there are none. */
    void presentBytes(int field, byte[] value) {
        int mark = lengthBytes();
        int at = reserve(value.length);
        System.arraycopy(value, 0, bytes, at, value.length);
        message(field, mark);
    }

    /** As {@link #text}, and there also where it is empty. */
    void presentText(int field, String value) {
        presentBytes(field, value.getBytes(UTF_8));
    }

    /** A column of 8-byte numbers, packed; nothing where it is empty. */
    void fixed64s(int field, long[] values) {
        if (values.length > 0) {
            int mark = lengthBytes();
            for (int index = values.length - 1; index >= 0; index--) {
                fixed64(values[index]);
            }
            message(field, mark);
        }
    }

    void text(int field, String value) {
        bytes(field, value.getBytes(UTF_8));
    }

    /** Makes room for {@code count} bytes before all others; returns where they begin. */
    int reserve(int count) {
        if (start < count) {
            grow(count);
        }
        start -= count;
        return start;
    }

    /** The array that {@link #reserve} returns places in, until the next call of anything. */
    byte[] array() {
        return bytes;
    }

    void fixed64(long value) {
        int at = reserve(Long.BYTES);
        LONG.set(bytes, at, value);
    }

    void varint(long value) {
        int at = reserve(varintLength(value));
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at] = (byte) rest;
    }

    /** What was written, in a stream that gRPC can pour out in one piece. */
    WireBytes toStream() {
        return new WireBytes(bytes, start, bytes.length - start);
    }

    static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    /** 7 bits a byte, and one byte for 0. */
    private static int varintLength(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    private void grow(int count) {
        int length = lengthBytes();
        int wanted = Math.addExact(Math.addExact(length, count), Math.max(bytes.length, 64));
        byte[] larger = new byte[wanted];
        System.arraycopy(bytes, start, larger, wanted - length, length);
        bytes = larger;
        start = wanted - length;
    }
}
