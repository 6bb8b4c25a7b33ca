package sluice.export.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The text of one statement while it is put together, in the canonical form of N-Quads. Belongs to
 * one thread and is used again for each statement; keeps an array as long as the longest one.
 */
final class LineText {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int ESCAPED_BYTES_MAX = 6;
    private static final int KEPT_BYTES_MAX = 1 << 20;

    private byte[] bytes = new byte[512];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
        if (bytes.length > KEPT_BYTES_MAX) {
            bytes = new byte[KEPT_BYTES_MAX];
        }
    }

    void put(char letter) {
        reserve(1);
        bytes[length++] = (byte) letter;
    }

    /** Text of ASCII letters. */
    void put(String ascii) {
        reserve(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
    }

    /** Bytes as they are. */
    void put(byte[] from, int offset, int count) {
        reserve(count);
        System.arraycopy(from, offset, bytes, length, count);
        length += count;
    }

    /** An IRI or a name between angle brackets; what cannot be in one stays, for the reader. */
    void iri(byte[] name) {
        reserve(name.length + 2L);
        bytes[length++] = '<';
        put(name, 0, name.length);
        bytes[length++] = '>';
    }

    /** A text in quotes, escaped where the canonical form asks for it. */
    void quoted(byte[] text, int offset, int count) {
        reserve(2L + (long) ESCAPED_BYTES_MAX * count);
        bytes[length++] = '"';
        int end = offset + count;
        for (int at = offset; at < end; at++) {
            byte value = text[at];
            if (value >= ' ' && value != '"' && value != '\\' && value != 0x7F) {
                bytes[length++] = value;
            } else if (value >= 0) {
                escape(value);
            } else if (isNoncharacter(text, at, end)) {
                universal(text[at + 2] == (byte) 0xBE ? 0xFFFE : 0xFFFF);
                at += 2;
            } else {
                bytes[length++] = value;
            }
        }
        bytes[length++] = '"';
    }

    /** Whether the bytes are U+FFFE or U+FFFF. */
    private static boolean isNoncharacter(byte[] text, int at, int end) {
        return text[at] == (byte) 0xEF
                && at + 2 < end
                && text[at + 1] == (byte) 0xBF
                && (text[at + 2] == (byte) 0xBE || text[at + 2] == (byte) 0xBF);
    }

    private void escape(byte value) {
        int letter = "\b\t\n\f\r\"\\".indexOf(value);
        if (letter >= 0) {
            bytes[length++] = '\\';
            bytes[length++] = (byte) "btnfr\"\\".charAt(letter);
        } else {
            universal(value);
        }
    }

    private void universal(int character) {
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[character >> shift & 0xF];
        }
    }

    private void reserve(long moreBytes) {
        if (bytes.length - length < moreBytes) {
            long size = Math.max(2L * bytes.length, length + moreBytes);
            bytes = Arrays.copyOf(bytes, Math.toIntExact(size));
        }
    }
}
