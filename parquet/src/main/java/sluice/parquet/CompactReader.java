package sluice.parquet;

import java.nio.charset.StandardCharsets;

/**
 * A reader of Thrift's compact protocol, in which footers and page headers are written.
 *
 * <p>A caller reads a struct field by field: {@link #nextField} gives the number of the next field,
 * 0 at the end of the struct, and the caller reads its value or skips it. Lengths are checked
 * against the bytes that are left, so that nothing is allocated for bytes that are not there.
 */
final class CompactReader {
    static final int TRUE = 1;
    static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int SHORT = 4;
    private static final int INT = 5;
    private static final int LONG = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    static final int STRUCT = 12;
    private static final int UUID = 13;
    private static final int DEPTH_MAX = 32;

    private final byte[] bytes;
    private final int limit;
    private int at;
    private int fieldType;
    private int depth;

    /** Whether reading failed because the bytes ended, so that more of them may help. */
    private boolean ranOut;

    CompactReader(byte[] bytes, int limit) {
        this.bytes = bytes;
        this.limit = limit;
    }

    int position() {
        return at;
    }

    boolean ranOut() {
        return ranOut;
    }

    private int next() throws ParquetFault {
        if (at >= limit) {
            ranOut = true;
            throw ParquetFault.damaged("its metadata end too early");
        }
        return bytes[at++] & 0xff;
    }

    private long varint() throws ParquetFault {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int here = next();
            value |= (long) (here & 0x7f) << shift;
            if (here < 0x80) {
                return value;
            }
        }
        throw ParquetFault.damaged("a number in its metadata has over 10 bytes");
    }

    /** The next field's number after {@code previous}, 0 at the end of the struct. */
    int nextField(int previous) throws ParquetFault {
        int head = next();
        fieldType = head & 15;
        if (fieldType == 0) {
            return 0;
        }
        int step = head >>> 4;
        long field = step == 0 ? zigzag() : previous + step;
        if (field <= 0 || field > Short.MAX_VALUE) {
            throw ParquetFault.damaged("found field %d in its metadata".formatted(field));
        }
        return (int) field;
    }

    private long zigzag() throws ParquetFault {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    long readLong() throws ParquetFault {
        if (fieldType != SHORT && fieldType != INT && fieldType != LONG) {
            throw wrongType("a number");
        }
        return zigzag();
    }

    int readInt() throws ParquetFault {
        return toInt(readLong());
    }

    int readByte() throws ParquetFault {
        if (fieldType != BYTE) {
            throw wrongType("a byte");
        }
        return (byte) next();
    }

    boolean readBoolean() throws ParquetFault {
        if (fieldType != TRUE && fieldType != FALSE) {
            throw wrongType("a boolean");
        }
        return fieldType == TRUE;
    }

    String readText() throws ParquetFault {
        if (fieldType != BINARY) {
            throw wrongType("a text");
        }
        int length = length(1);
        at += length;
        return new String(bytes, at - length, length, StandardCharsets.UTF_8);
    }

    /** Begins a list of {@code elementType}; returns its size. */
    int readList(int elementType) throws ParquetFault {
        if (fieldType != LIST) {
            throw wrongType("a list");
        }
        int head = next();
        int size = head >>> 4 == 15 ? length(1) : head >>> 4;
        if (size > 0 && (head & 15) != elementType) {
            fieldType = head & 15;
            throw wrongType("a list of another type");
        }
        if (size > limit - at) {
            ranOut = true;
            throw ParquetFault.damaged("its metadata end inside a list");
        }
        return size;
    }

    /** Begins a struct that is the value of a field. */
    void requireStruct() throws ParquetFault {
        if (fieldType != STRUCT) {
            throw wrongType("a struct");
        }
    }

    private ParquetFault wrongType(String expected) {
        return ParquetFault.damaged(
                "its metadata hold a value of type %d, expected %s".formatted(fieldType, expected));
    }

    private int length(int bytesEach) throws ParquetFault {
        long length = varint();
        if (length < 0 || length > (limit - at) / bytesEach) {
            ranOut = true;
            throw ParquetFault.damaged(
                    "its metadata say %s bytes or elements where %d bytes are left"
                            .formatted(Long.toUnsignedString(length), limit - at));
        }
        return (int) length;
    }

    private static int toInt(long value) throws ParquetFault {
        if (value != (int) value) {
            throw ParquetFault.damaged("found the number %d in its metadata".formatted(value));
        }
        return (int) value;
    }

    /** Passes over the value of the field that {@link #nextField} gave. */
    void skip() throws ParquetFault {
        skip(fieldType);
    }

    private void skip(int type) throws ParquetFault {
        if (++depth > DEPTH_MAX) {
            throw ParquetFault.damaged("its metadata are nested over %d deep".formatted(DEPTH_MAX));
        }
        switch (type) {
            case TRUE, FALSE -> {}
            case BYTE -> next();
            case SHORT, INT, LONG -> varint();
            case DOUBLE -> pass(8);
            case UUID -> pass(16);
            case BINARY -> pass(length(1));
            case LIST, SET -> skipList();
            case MAP -> skipMap();
            case STRUCT -> skipStruct();
            default -> throw wrongType("a known type");
        }
        depth--;
    }

    private void pass(int count) throws ParquetFault {
        if (count > limit - at) {
            ranOut = true;
            throw ParquetFault.damaged("its metadata end too early");
        }
        at += count;
    }

    private void skipList() throws ParquetFault {
        int head = next();
        int size = head >>> 4 == 15 ? length(1) : head >>> 4;
        for (int index = 0; index < size; index++) {
            skipElement(head & 15);
        }
    }

    private void skipMap() throws ParquetFault {
        int size = length(1);
        if (size == 0) {
            return;
        }
        int types = next();
        for (int index = 0; index < size; index++) {
            skipElement(types >>> 4);
            skipElement(types & 15);
        }
    }

    /** Other than in a field, a boolean in a collection has a byte. */
    private void skipElement(int type) throws ParquetFault {
        if (type == TRUE || type == FALSE) {
            next();
        } else {
            skip(type);
        }
    }

    private void skipStruct() throws ParquetFault {
        for (int field = nextField(0); field != 0; field = nextField(field)) {
            skip(fieldType);
        }
    }
}
