package sluice.protocol;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the outermost fields of one protocol buffer from a stream, so that a large message is never
 * in memory as a whole. What {@link WireReader} refuses is refused here. Belongs to one thread.
 */
final class WireStream {
    private final InputStream from;
    private long at;
    private int tag;

    WireStream(InputStream from) {
        this.from = from;
    }

    /** Goes to the next field; false at the end of the stream. */
    boolean next() throws IOException {
        int first = from.read();
        if (first < 0) {
            return false;
        }
        at++;
        tag = (int) varint(first);
        if (tag >>> 3 == 0) {
            throw wrong("field 0");
        }
        return true;
    }

    /** The number of the field that {@link #next} came to. */
    int field() {
        return tag >>> 3;
    }

    /** The bytes of this field; no more memory is taken than there are bytes. */
    byte[] bytes() throws IOException {
        if ((tag & 7) != WireType.LENGTH) {
            throw wrong(
                    "field %d has wire type %d, not %d"
                            .formatted(field(), tag & 7, WireType.LENGTH));
        }
        int length = length();
        byte[] bytes;
        if (length <= from.available()) {
            bytes = new byte[length];
            length -= from.readNBytes(bytes, 0, length);
        } else {
            bytes = from.readNBytes(length);
            length -= bytes.length;
        }
        if (length > 0) {
            throw wrong("%d bytes are missing".formatted(length));
        }
        at += bytes.length;
        return bytes;
    }

    /** Passes over a field that is not known. */
    void skip() throws IOException {
        switch (tag & 7) {
            case WireType.VARINT -> varint(one());
            case WireType.FIXED64 -> skip(Long.BYTES);
            case WireType.LENGTH -> skip(length());
            case WireType.FIXED32 -> skip(Integer.BYTES);
            default -> throw wrong("wire type " + (tag & 7));
        }
    }

    private void skip(int count) throws IOException {
        try {
            from.skipNBytes(count);
        } catch (EOFException e) {
            throw wrong("the message breaks off");
        }
        at += count;
    }

    private int length() throws IOException {
        long length = varint(one());
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw wrong("length " + length);
        }
        return (int) length;
    }

    private int one() throws IOException {
        int next = from.read();
        if (next < 0) {
            throw wrong("the message breaks off");
        }
        at++;
        return next;
    }

    private long varint(int first) throws IOException {
        int next = first;
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return value;
            }
            if (shift < 63) {
                next = one();
            }
        }
        throw wrong("a number of more than 10 bytes");
    }

    private WireException wrong(String finding) {
        return new WireException(
                "no message of sluice.proto at byte %d: %s".formatted(at, finding));
    }
}
