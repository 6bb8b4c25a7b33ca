package sluice.dictionary;

import java.io.ByteArrayOutputStream;

/** Puts together the bytes of a footer, little-endian. */
final class FooterWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void putByte(int value) {
        bytes.write(value);
    }

    void putInt(int value) {
        for (int i = 0; i < 4; i++) {
            bytes.write(value >>> 8 * i);
        }
    }

    void putLong(long value) {
        putInt((int) value);
        putInt((int) (value >>> 32));
    }

    /** A name of at most 65,535 bytes with its length before it. */
    void putName(byte[] name) {
        if (name.length > 65_535) {
            throw new IllegalArgumentException("a name of " + name.length + " bytes");
        }
        bytes.write(name.length);
        bytes.write(name.length >>> 8);
        put(name);
    }

    void put(byte[] value) {
        bytes.writeBytes(value);
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
