package sluice.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A writer of Thrift's compact protocol, in which footers and page headers are written: fields of
 * structs in ascending order of their numbers. {@link CompactReader} reads it.
 */
final class CompactWriter {
    private static final int INT = 5;
    private static final int LONG = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int DEPTH_MAX = 16;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** The number of the last field of each struct that is open. */
    private final int[] last = new int[DEPTH_MAX];

    private int depth;

    void number(int field, int value) {
        head(field, INT);
        zigzag(value);
    }

    void large(int field, long value) {
        head(field, LONG);
        zigzag(value);
    }

    void tiny(int field, int value) {
        head(field, 3);
        bytes.write(value);
    }

    void flag(int field, boolean value) {
        head(field, value ? CompactReader.TRUE : CompactReader.FALSE);
    }

    void text(int field, String value) {
        binary(field, value.getBytes(StandardCharsets.UTF_8));
    }

    void binary(int field, byte[] value) {
        head(field, BINARY);
        varint(value.length);
        bytes.writeBytes(value);
    }

    /** Begins a struct that is a field; {@link #end} ends it. */
    void struct(int field) {
        head(field, CompactReader.STRUCT);
        begin();
    }

    /** Begins a struct that is an element of a list. */
    void begin() {
        last[++depth] = 0;
    }

    void end() {
        bytes.write(0);
        depth--;
    }

    /** Begins a list of {@code size} structs. */
    void structs(int field, int size) {
        list(field, size, CompactReader.STRUCT);
    }

    /** A list of one number. */
    void numbers(int field, int value) {
        list(field, 1, INT);
        zigzag(value);
    }

    /** A list of one text. */
    void texts(int field, String value) {
        list(field, 1, BINARY);
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        varint(text.length);
        bytes.writeBytes(text);
    }

    /** All that was written, with the end of the outermost struct. */
    byte[] toBytes() {
        bytes.write(0);
        return bytes.toByteArray();
    }

    private void list(int field, int size, int type) {
        head(field, LIST);
        if (size < 15) {
            bytes.write(size << 4 | type);
        } else {
            bytes.write(15 << 4 | type);
            varint(size);
        }
    }

    private void head(int field, int type) {
        int step = field - last[depth];
        if (step > 0 && step < 16) {
            bytes.write(step << 4 | type);
        } else {
            bytes.write(type);
            zigzag(field);
        }
        last[depth] = field;
    }

    private void zigzag(long value) {
        varint(value << 1 ^ value >> 63);
    }

    private void varint(long value) {
        long left = value;
        for (; (left & ~0x7fL) != 0; left >>>= 7) {
            bytes.write((int) (left & 0x7f | 0x80));
        }
        bytes.write((int) left);
    }
}
