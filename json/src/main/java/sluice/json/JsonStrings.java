package sluice.json;

import java.util.Arrays;

/** Reads the texts in quotes of JSON: checks that they are text, and decodes them to UTF-8. */
final class JsonStrings {
    /** The text has no more bytes, and the string has not ended. */
    static final int INCOMPLETE = -1;

    /** From here down: the string is at fault at {@code -2 - result}. */
    private static final int FAULT = -2;

    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private byte[] decoded = new byte[256];
    private int length;

    /** Whether {@code result} of {@link #end} is a fault. */
    static boolean isFault(int result) {
        return result <= FAULT;
    }

    /** Where the fault is. */
    static int placeOf(int result) {
        return FAULT - result;
    }

    /**
     * Where the string ends whose first byte behind its quote is at {@code from}: its closing
     * quote; or a result that {@link #isFault}, or {@link #INCOMPLETE}. Hot.
     */
    static int end(byte[] text, int from, int to) {
        int at = from;
        while (at < to) {
            byte c = text[at];
            if (c == '"') {
                return at;
            }
            if (c == '\\') {
                int length = escape(text, at, to);
                if (length <= 0) {
                    return length == 0 ? FAULT - at : INCOMPLETE;
                }
                at += length;
            } else if (c < 0) {
                int length = sequence(text, at, to);
                if (length <= 0) {
                    return length == 0 ? FAULT - at : INCOMPLETE;
                }
                at += length;
            } else if (c < ' ') {
                return FAULT - at;
            } else {
                at++;
            }
        }
        return INCOMPLETE;
    }

    /** What is wrong at a place where {@link #end} found a fault. */
    static String cause(byte[] text, int at) {
        byte c = text[at];
        if (c == '\\') {
            return "text has an escape that JSON does not know, or half a pair of surrogates; expected"
                    + " \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four digits";
        }
        return c < 0
                ? "text is not UTF-8; expected that"
                : c == '\n' || c == '\r'
                        ? "text has a line end in it; expected a closing quote, or write \\n"
                        : "text has the control character U+%04X in it; write \\u%04X"
                                .formatted((int) c, (int) c);
    }

    /** How long the escape at {@code at} is; 0 for none, -1 where bytes are missing. */
    private static int escape(byte[] text, int at, int to) {
        if (at + 1 >= to) {
            return -1;
        }
        if (text[at + 1] != 'u') {
            return ESCAPES.indexOf(text[at + 1]) >= 0 ? 2 : 0;
        }
        int unit = unit(text, at, to);
        if (unit < 0) {
            return unit == -1 ? -1 : 0;
        }
        if (!Character.isSurrogate((char) unit)) {
            return 6;
        }
        if (!Character.isHighSurrogate((char) unit)) {
            return 0;
        }
        int second = unit(text, at + 6, to);
        return second == -1 ? -1 : second >= 0 && Character.isLowSurrogate((char) second) ? 12 : 0;
    }

    /** The number of a backslash, a u and four digits; -2 for none, -1 where bytes are missing. */
    private static int unit(byte[] text, int at, int to) {
        int number = 0;
        for (int i = 0; i < 6; i++) {
            if (at + i >= to) {
                return -1;
            }
            byte c = text[at + i];
            if (i < 2) {
                if (c != (i == 0 ? '\\' : 'u')) {
                    return -2;
                }
                continue;
            }
            int digit = c < 0 ? -1 : Character.digit(c, 16);
            if (digit < 0) {
                return -2;
            }
            number = number << 4 | digit;
        }
        return number;
    }

    /**
     * How many bytes the well-formed sequence of a character above U+007F has; 0 for none, -1 where
     * bytes are missing.
     */
    static int sequence(byte[] text, int at, int to) {
        int first = text[at] & 0xff;
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        for (int i = 1; i < length; i++) {
            if (at + i >= to) {
                return -1;
            }
            int next = text[at + i] & 0xff;
            int min = i > 1 ? 0x80 : first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
            int max = i > 1 ? 0xBF : first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
            if (next < min || next > max) {
                return 0;
            }
        }
        return length;
    }

    /** The closing quote of a string that {@link #end} found nothing wrong with. */
    static int closing(byte[] text, int from) {
        int at = from;
        while (text[at] != '"') {
            at += text[at] == '\\' ? 2 : 1;
        }
        return at;
    }

    static boolean hasEscape(byte[] text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (text[at] == '\\') {
                return true;
            }
        }
        return false;
    }

    /** Decodes a string without its quotes into {@link #decoded}, behind what is there. */
    void append(byte[] text, int from, int to) {
        if (decoded.length < length + to - from) {
            decoded =
                    Arrays.copyOf(
                            decoded,
                            (int) Math.min(Integer.MAX_VALUE - 8, 2L * (length + to - from)));
        }
        int at = from;
        while (at < to) {
            byte c = text[at];
            if (c != '\\') {
                decoded[length++] = c;
                at++;
            } else if (text[at + 1] != 'u') {
                decoded[length++] = (byte) ESCAPED.charAt(ESCAPES.indexOf(text[at + 1]));
                at += 2;
            } else {
                int character = unit(text, at, to);
                at += 6;
                if (Character.isSurrogate((char) character)) {
                    character = Character.toCodePoint((char) character, (char) unit(text, at, to));
                    at += 6;
                }
                put(character);
            }
        }
    }

    /** An escape has six bytes or twelve, so there is room for what it stands for. */
    private void put(int character) {
        if (character < 0x80) {
            decoded[length++] = (byte) character;
            return;
        }
        int bytes = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
        int rest = character;
        for (int i = bytes - 1; i > 0; i--) {
            decoded[length + i] = (byte) (0x80 | rest & 0x3f);
            rest >>>= 6;
        }
        decoded[length] = (byte) (0xF00 >>> bytes | rest);
        length += bytes;
    }

    /** Puts bytes as they are behind what is there. */
    void appendPlain(byte[] text, int from, int to) {
        if (decoded.length < length + to - from) {
            decoded =
                    Arrays.copyOf(
                            decoded,
                            (int) Math.min(Integer.MAX_VALUE - 8, 2L * (length + to - from)));
        }
        System.arraycopy(text, from, decoded, length, to - from);
        length += to - from;
    }

    byte[] decoded() {
        return decoded;
    }

    int length() {
        return length;
    }

    /** Leaves the first {@code count} bytes. */
    void cut(int count) {
        length = count;
    }

    void clear() {
        length = 0;
    }
}
