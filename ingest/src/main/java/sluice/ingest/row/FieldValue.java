package sluice.ingest.row;

/**
 * Reads the values of single fields with every check: what the fast way of {@link RowParser} leaves
 * over. One instance belongs to one parser; it holds the number that was read last.
 *
 * <p>Text must have {@link Swar#SLACK_BYTES} readable bytes after it.
 */
final class FieldValue {
    /** What a second has of nanoseconds: the finest part of a number that is looked at. */
    private static final long NANOS = 1_000_000_000;

    private static final long TENTH_OF_UNSIGNED_MAX = Long.divideUnsigned(-1, 10);

    /** What {@link #readUnsigned}, {@link #readSigned} or {@link #scale} came to. */
    long number;

    /** Reads an unsigned 64-bit decimal number; false when the text is none. */
    boolean readUnsigned(byte[] text, int from, int length) {
        if (length == 0 || length > 16) {
            return length > 0 && readLongUnsigned(text, from, length);
        }
        long word = Swar.word(text, from);
        int bits = Math.min(8 * length, Long.SIZE);
        if (Swar.digitBits(word) < bits) {
            return false;
        }
        number = Swar.number(word, bits);
        if (length > 8) {
            word = Swar.word(text, from + length - 8);
            number =
                    Swar.number(Swar.word(text, from), 8 * length - 64) * 100_000_000L
                            + Swar.number(word, Long.SIZE);
            return Swar.digitBits(word) == Long.SIZE;
        }
        return true;
    }

    /** Reads numbers of any length; they may have any number of zeros in front. */
    private boolean readLongUnsigned(byte[] text, int from, int length) {
        long value = 0;
        for (int position = from; position < from + length; position++) {
            int digit = text[position] - '0';
            if (digit < 0 || digit > 9 || Long.compareUnsigned(value, TENTH_OF_UNSIGNED_MAX) > 0) {
                return false;
            }
            value = value * 10 + digit;
            if (Long.compareUnsigned(value, digit) < 0) {
                return false;
            }
        }
        number = value;
        return true;
    }

    /**
     * Reads a signed 64-bit decimal number, which may begin with a minus; false when the text is
     * none.
     */
    boolean readSigned(byte[] text, int from, int length) {
        boolean negative = length > 0 && text[from] == '-';
        int sign = negative ? 1 : 0;
        if (!readUnsigned(text, from + sign, length - sign)) {
            return false;
        }
        if (negative) {
            number = -number;
            return number <= 0;
        }
        return number >= 0;
    }

    /**
     * Multiplies {@link #number}, then divides it, rounding down; false when the product has more
     * than 64 bits.
     */
    boolean scale(long multiplier, long divisor) {
        long product = number * multiplier;
        if (Math.multiplyHigh(number, multiplier) != product >> 63) {
            return false;
        }
        number = divisor == 1 ? product : Math.floorDiv(product, divisor);
        return true;
    }

    /**
     * Reads a signed decimal number, perhaps with a fraction, times {@code multiplier}, divided by
     * {@code divisor}, rounded down; false when the text is none, or more than 64 bits hold. Only
     * numbers with multipliers that divide 10^9 can have a fraction.
     */
    boolean readScaled(byte[] text, int from, int length, long multiplier, long divisor) {
        int end = from + length;
        int point = from;
        while (point < end && text[point] != '.') {
            point++;
        }
        if (point == end) {
            return readSigned(text, from, length) && scale(multiplier, divisor);
        }
        boolean negative = text[from] == '-';
        int sign = negative ? 1 : 0;
        if (NANOS % multiplier != 0
                || !readUnsigned(text, from + sign, point - from - sign)
                || number < 0) {
            return false;
        }
        long scaled = number * multiplier;
        if (Math.multiplyHigh(number, multiplier) != 0 || scaled < 0) {
            return false;
        }
        long nanos = 0;
        long weight = NANOS;
        boolean rest = false;
        for (int position = point + 1; position < end; position++) {
            int digit = text[position] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            weight /= 10;
            nanos += digit * weight;
            rest |= weight == 0 && digit > 0;
        }
        long part = nanos / (NANOS / multiplier);
        rest |= nanos % (NANOS / multiplier) != 0;
        if (point + 1 == end || scaled + part < 0) {
            return false;
        }
        scaled += part;
        number = Math.floorDiv(negative ? -scaled - (rest ? 1 : 0) : scaled, divisor);
        return true;
    }

    /** 1 for "1" or "true", 0 for "0" or "false" (letters of either case), else -1. */
    static int truth(byte[] text, int from, int length) {
        if (length == 1) {
            byte digit = text[from];
            return digit == '1' ? 1 : digit == '0' ? 0 : -1;
        }
        return isWord(text, from, length, "true")
                ? 1
                : isWord(text, from, length, "false") ? 0 : -1;
    }

    private static boolean isWord(byte[] text, int from, int length, String word) {
        boolean same = length == word.length();
        for (int index = 0; same && index < word.length(); index++) {
            same = (text[from + index] | 0x20) == word.charAt(index);
        }
        return same;
    }

    /** Whether the text is a number by the grammar of RFC 8259, section 6. */
    static boolean isJsonNumber(byte[] text, int from, int length) {
        int end = from + length;
        int position = from;
        if (byteAt(text, position, end) == '-') {
            position++;
        }
        int digits = pastDigits(text, position, end);
        if (digits == position || byteAt(text, position, end) == '0' && digits > position + 1) {
            return false;
        }
        position = digits;
        if (byteAt(text, position, end) == '.') {
            digits = pastDigits(text, position + 1, end);
            if (digits == position + 1) {
                return false;
            }
            position = digits;
        }
        if ((byteAt(text, position, end) | 0x20) == 'e') {
            int sign = byteAt(text, position + 1, end);
            position += sign == '+' || sign == '-' ? 2 : 1;
            digits = pastDigits(text, position, end);
            if (digits == position) {
                return false;
            }
            position = digits;
        }
        return position == end;
    }

    private static int pastDigits(byte[] text, int from, int end) {
        int position = from;
        while (position < end
                && byteAt(text, position, end) >= '0'
                && byteAt(text, position, end) <= '9') {
            position++;
        }
        return position;
    }

    /** The byte at {@code position}, or 0 from the end on, which is part of no number. */
    private static int byteAt(byte[] text, int position, int end) {
        return position < end ? text[position] : 0;
    }
}
