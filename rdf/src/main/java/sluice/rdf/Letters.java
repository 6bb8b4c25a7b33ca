package sluice.rdf;

/** The character classes of the grammar: a table for ASCII, ranges for what is above. */
final class Letters {
    /** May stand in an IRI as it is. */
    static final int IRI = 1;

    /** May stand in a string as it is. */
    static final int STRING = 2;

    /** May stand in a comment: all but line ends. */
    static final int COMMENT = 4;

    /** PN of the grammar: in a blank label. */
    static final int LABEL = 8;

    static final int ALPHA = 16;
    static final int DIGIT = 32;

    /** By byte; bytes above 0x7F have no class, since they are parts of characters. */
    private static final byte[] ASCII = new byte[256];

    /** The values of hexadecimal digits; -1 for other bytes. */
    private static final byte[] HEX = new byte[256];

    /** PN_BASE above U+007F: first and last of each range. */
    private static final int[] BASE = {
        0xC0, 0xD6, 0xD8, 0xF6, 0xF8, 0x2FF, 0x370, 0x37D, 0x37F, 0x1FFF, 0x200C, 0x200D, 0x2070,
        0x218F, 0x2C00, 0x2FEF, 0x3001, 0xD7FF, 0xF900, 0xFDCF, 0xFDF0, 0xFFFD, 0x10000, 0xEFFFF
    };

    static {
        for (int value = 0; value < 0x80; value++) {
            boolean alpha = value >= 'a' && value <= 'z' || value >= 'A' && value <= 'Z';
            boolean digit = value >= '0' && value <= '9';
            boolean lineEnd = value == '\n' || value == '\r';
            int classes = alpha ? ALPHA : digit ? DIGIT : 0;
            classes |= alpha || digit || value == '_' || value == '-' ? LABEL : 0;
            classes |= value > ' ' && "<>\"{}|^`\\".indexOf(value) < 0 ? IRI : 0;
            classes |= !lineEnd && value != '"' && value != '\\' ? STRING : 0;
            classes |= lineEnd ? 0 : COMMENT;
            ASCII[value] = (byte) classes;
            HEX[value] = (byte) Character.digit(value, 16);
            HEX[value + 0x80] = -1;
        }
    }

    private Letters() {}

    /** Whether the ASCII byte {@code value} is of one of {@code classes}. */
    static boolean is(byte value, int classes) {
        return (ASCII[value & 0xff] & classes) != 0;
    }

    /** PN_BASE of a character above U+007F. */
    static boolean isLabelStart(int character) {
        for (int index = 0; index < BASE.length; index += 2) {
            if (character <= BASE[index + 1]) {
                return character >= BASE[index];
            }
        }
        return false;
    }

    /** PN of a character above U+007F. */
    static boolean isLabelPart(int character) {
        return isLabelStart(character)
                || character == 0xB7
                || character >= 0x300 && character <= 0x36F
                || character == 0x203F
                || character == 0x2040;
    }

    /** Whether {@code character} is white space that Dgraph cuts off lines. */
    static boolean isTrimmed(int character) {
        return character >= '\t' && character <= '\r'
                || character == ' '
                || character == 0x85
                || character == 0xA0
                || character == 0x1680
                || character >= 0x2000 && character <= 0x200A
                || character == 0x2028
                || character == 0x2029
                || character == 0x202F
                || character == 0x205F
                || character == 0x3000;
    }

    /** The value of a hexadecimal digit, or -1. */
    static int hexDigit(byte value) {
        return HEX[value & 0xff];
    }
}
