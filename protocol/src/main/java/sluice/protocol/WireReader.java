package sluice.protocol;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;

/**
 * Reads the fields of one protocol buffer, in the order in which they come.
 *
 * <p>No length is believed before it was held against what is left, so that bytes from anywhere end
 * in a {@link WireException} at worst and never ask for more memory than they have. Fields that are
 * not known are skipped. Belongs to one thread.
 */
final class WireReader {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);
    private static final byte[] NO_BYTES = {};

    private final byte[] bytes;
    private int at;
    private int end;
    private int tag;

    WireReader(byte[] bytes) {
        this.bytes = bytes;
        this.end = bytes.length;
    }

    /** Goes to the next field of the message; false at its end. */
    boolean next() {
        if (at == end) {
            return false;
        }
        tag = (int) varint();
        if (tag >>> 3 == 0) {
            throw wrong("field 0");
        }
        return true;
    }

    /** The number of the field that {@link #next} came to. */
    int field() {
        return tag >>> 3;
    }

    /** Begins to read the message that is this field; to be ended with {@link #leave}. */
    int enter() {
        int length = length();
        int outerEnd = end;
        end = at + length;
        return outerEnd;
    }

    /** Ends the message that {@link #enter} began. */
    void leave(int outerEnd) {
        at = end;
        end = outerEnd;
    }

    long unsigned() {
        expect(WireType.VARINT);
        return varint();
    }

    long signed() {
        return unzigzag(unsigned());
    }

    boolean flag() {
        return unsigned() != 0;
    }

    byte[] bytes() {
        int length = length();
        if (length == 0) {
            return NO_BYTES;
        }
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    String text() {
        int length = length();
        at += length;
        return new String(bytes, at - length, length, UTF_8);
    }

    /** As {@link #text}; bytes that are not UTF-8 are refused, not replaced. */
    String strictText() {
        int length = length();
        at += length;
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(bytes, at - length, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw wrong("field %d has bytes that are not UTF-8".formatted(tag >>> 3));
        }
    }

    /** Adds the entries of a column of 8-byte numbers, packed or one alone. */
    void fixed64s(LongColumn column) {
        if ((tag & 7) != WireType.LENGTH) {
            expect(WireType.FIXED64);
            column.add(fixed64());
            return;
        }
        int length = length();
        if (length % Long.BYTES != 0) {
            throw wrong("a column of 8-byte numbers has " + length + " bytes");
        }
        column.reserve(length / Long.BYTES);
        for (int stop = at + length; at < stop; at += Long.BYTES) {
            column.add((long) LONG.get(bytes, at));
        }
    }

    /** Adds the entries of a column of varints, packed or one alone. */
    void varints(LongColumn column) {
        if ((tag & 7) != WireType.LENGTH) {
            column.add(unsigned());
            return;
        }
        int outerEnd = enter();
        while (at < end) {
            column.add(varint());
        }
        leave(outerEnd);
    }

    /** Passes over a field that is not known. */
    void skip() {
        switch (tag & 7) {
            case WireType.VARINT -> varint();
            case WireType.FIXED64 -> take(Long.BYTES);
            case WireType.LENGTH -> take(length());
            case WireType.FIXED32 -> take(Integer.BYTES);
            default -> throw wrong("wire type " + (tag & 7));
        }
    }

    static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }

    private long fixed64() {
        return (long) LONG.get(bytes, take(Long.BYTES));
    }

    private int length() {
        expect(WireType.LENGTH);
        long length = varint();
        if (length < 0 || length > end - at) {
            throw wrong("length %d with %d bytes left".formatted(length, end - at));
        }
        return (int) length;
    }

    private long varint() {
        if (at < end && bytes[at] >= 0) {
            return bytes[at++];
        }
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = bytes[take(1)];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw wrong("a number of more than 10 bytes");
    }

    private int take(int count) {
        if (count > end - at) {
            throw wrong("the message breaks off");
        }
        at += count;
        return at - count;
    }

    private void expect(int type) {
        if ((tag & 7) != type) {
            throw wrong("field %d has wire type %d, not %d".formatted(tag >>> 3, tag & 7, type));
        }
    }

    private WireException wrong(String finding) {
        return new WireException(
                "no message of sluice.proto at byte %d: %s".formatted(at, finding));
    }
}
