package sluice.ingest.row;

/** Recognises UTF-8 by the table of well-formed sequences of the Unicode standard (table 3-7). */
public final class Utf8 {
    private Utf8() {}

    /**
     * How many bytes the well-formed sequence at {@code position} has, or 0 when there is none
     * before {@code end}.
     */
    static int sequenceLength(byte[] bytes, int position, int end) {
        int first = bytes[position] & 0xff;
        if (first < 0x80) {
            return 1;
        }
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || end - position < length) {
            return 0;
        }
        int secondMin = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int secondMax = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        int second = bytes[position + 1] & 0xff;
        if (second < secondMin || second > secondMax) {
            return 0;
        }
        for (int index = 2; index < length; index++) {
            if ((bytes[position + index] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    /** Whether all bytes belong to well-formed sequences. Cost: about 1 ns per 8 bytes of ASCII. */
    public static boolean isValid(byte[] bytes, int from, int length) {
        int end = from + length;
        int position = from;
        while (position < end) {
            if (position + 8 <= end && (Swar.word(bytes, position) & Swar.HIGHS) == 0) {
                position += 8;
                continue;
            }
            int sequence = sequenceLength(bytes, position, end);
            if (sequence == 0) {
                return false;
            }
            position += sequence;
        }
        return true;
    }

    /** The code point of the well-formed sequence of {@code length} bytes at {@code position}. */
    static int codePoint(byte[] bytes, int position, int length) {
        int first = bytes[position] & 0xff;
        int value = length == 1 ? first : first & (0x7f >>> length);
        for (int index = 1; index < length; index++) {
            value = value << 6 | (bytes[position + index] & 0x3f);
        }
        return value;
    }
}
