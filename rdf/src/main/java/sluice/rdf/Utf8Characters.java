package sluice.rdf;

/** Reads and writes characters as UTF-8, by the table of well-formed sequences of Unicode. */
final class Utf8Characters {
    private Utf8Characters() {}

    /**
     * How many bytes the well-formed sequence of a character above U+007F at {@code position} has,
     * or 0 when there is none. Reads no byte behind one that is not part of the sequence.
     */
    static int sequenceLength(byte[] bytes, int position) {
        int first = bytes[position] & 0xff;
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        int second = bytes[position + 1] & 0xff;
        int min = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int max = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < min || second > max) {
            return 0;
        }
        if (first < 0xE0) {
            return 2;
        }
        if ((bytes[position + 2] & 0xC0) != 0x80) {
            return 0;
        }
        if (first < 0xF0) {
            return 3;
        }
        return (bytes[position + 3] & 0xC0) == 0x80 ? 4 : 0;
    }

    /** The character of the well-formed sequence of 2 to 4 bytes at {@code position}. */
    static int character(byte[] bytes, int position, int length) {
        int value = bytes[position] & (0x7f >>> length);
        for (int index = 1; index < length; index++) {
            value = value << 6 | (bytes[position + index] & 0x3f);
        }
        return value;
    }

    /** Whether {@code character} is one that UTF-8 can write. */
    static boolean isScalar(int character) {
        return character >= 0
                && character <= Character.MAX_CODE_POINT
                && (character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE);
    }

    /** Writes {@code character} at {@code position} and returns the place behind it. */
    static int put(byte[] bytes, int position, int character) {
        if (character < 0x80) {
            bytes[position] = (byte) character;
            return position + 1;
        }
        int length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
        int rest = character;
        for (int index = length - 1; index > 0; index--) {
            bytes[position + index] = (byte) (0x80 | rest & 0x3f);
            rest >>>= 6;
        }
        bytes[position] = (byte) (0xF00 >>> length | rest);
        return position + length;
    }
}
