package sluice.schema;

import java.nio.charset.StandardCharsets;

/**
 * Reads whole and real numbers from text.
 *
 * <p>Hot: whole numbers, and real ones of up to 15 digits or so, cost a few nanoseconds and no
 * object; other real numbers go through {@link Double#parseDouble}, with a string each. Belongs to
 * one thread.
 */
final class NumberText {
    /** Powers of ten that a double has exactly. */
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };

    private static final long EXACT_MAX = 1L << 53;
    private static final int EXPONENT_MAX = 1_000_000;

    /** The bits of a double below those of a float, if it lies between two floats exactly. */
    private static final long BELOW_FLOAT = (1L << 29) - 1;

    private static final long HALF_OF_FLOAT = 1L << 28;

    /** What was read last. */
    long integer;

    double real;

    private byte[] text = new byte[0];
    private int at;
    private int end;

    /**
     * The first digits of a decimal number, the power of ten behind them, and whether that is all.
     */
    private long digits;

    private int exponent;
    private boolean isExact;

    /** Reads {@code [+-]?[0-9]+} into {@link #integer}. */
    ConversionFault readInt(byte[] from, int offset, int length) {
        begin(from, offset, length);
        boolean isNegative = sign();
        if (at == end) {
            return ConversionFault.INT;
        }
        // Counted below zero, where there is one number more.
        long number = 0;
        boolean fits = true;
        for (; at < end; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return ConversionFault.INT;
            }
            fits &= number > Long.MIN_VALUE / 10 || (number == Long.MIN_VALUE / 10 && digit <= 8);
            number = number * 10 - digit;
        }
        if (!fits || (!isNegative && number == Long.MIN_VALUE)) {
            return ConversionFault.RANGE;
        }
        integer = isNegative ? number : -number;
        return ConversionFault.NONE;
    }

    /** Reads a decimal or hexadecimal number or an infinity into {@link #real}. */
    ConversionFault readFloat(byte[] from, int offset, int length) {
        begin(from, offset, length);
        boolean isNegative = sign();
        if (isWord("inf") || isWord("infinity")) {
            real = isNegative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            return ConversionFault.NONE;
        }
        if (isWord("nan")) {
            return ConversionFault.NAN;
        }
        if (end - at > 2 && text[at] == '0' && (text[at + 1] | 0x20) == 'x') {
            at += 2;
            return isHex() ? slowly(offset) : ConversionFault.FLOAT;
        }
        if (!isDecimal()) {
            return ConversionFault.FLOAT;
        }
        if (!isExact || digits > EXACT_MAX || Math.abs(exponent) >= POWERS_OF_TEN.length) {
            return slowly(offset);
        }
        // Both operands are exact, so that the result is rounded once, as it must be.
        double size =
                exponent < 0 ? digits / POWERS_OF_TEN[-exponent] : digits * POWERS_OF_TEN[exponent];
        real = isNegative ? -size : size;
        return ConversionFault.NONE;
    }

    /** Reads a number into {@link #real} that is one of 32 bits. */
    ConversionFault readFloat32(byte[] from, int offset, int length) {
        ConversionFault fault = readFloat(from, offset, length);
        if (fault != ConversionFault.NONE) {
            return fault;
        }
        float rounded = (float) real;
        if ((Double.doubleToRawLongBits(real) & BELOW_FLOAT) == HALF_OF_FLOAT) {
            // It was perhaps rounded to the middle of two: not to be rounded again.
            rounded = Float.parseFloat(string(offset));
        }
        boolean isTooLarge = Float.isInfinite(rounded) && !Double.isInfinite(real);
        real = rounded;
        return isTooLarge ? ConversionFault.RANGE : ConversionFault.NONE;
    }

    /** Whether the text is a decimal number that a bigfloat can be. */
    ConversionFault checkBigfloat(byte[] from, int offset, int length) {
        begin(from, offset, length);
        sign();
        if (!isDecimal()) {
            return ConversionFault.BIGFLOAT;
        }
        return Math.abs((long) exponent) > EXPONENT_MAX
                ? ConversionFault.RANGE
                : ConversionFault.NONE;
    }

    private void begin(byte[] from, int offset, int length) {
        text = from;
        at = offset;
        end = offset + length;
    }

    private boolean sign() {
        boolean isNegative = at < end && text[at] == '-';
        if (isNegative || (at < end && text[at] == '+')) {
            at++;
        }
        return isNegative;
    }

    /** Whether all that is left is {@code word}, in any case. */
    private boolean isWord(String word) {
        if (end - at != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if ((text[at + i] | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Reads digits with a point, then an exponent; whether that is all. */
    private boolean isDecimal() {
        digits = 0;
        exponent = 0;
        isExact = true;
        int before = decimalDigits(0);
        int behind = 0;
        if (at < end && text[at] == '.') {
            at++;
            behind = decimalDigits(-1);
        }
        if (before + behind == 0) {
            return false;
        }
        return at == end || ((text[at] | 0x20) == 'e' && exponentIsAll());
    }

    private int decimalDigits(int shift) {
        int from = at;
        for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
            if (digits <= (Long.MAX_VALUE - 9) / 10) {
                digits = digits * 10 + (text[at] - '0');
                exponent += shift;
            } else {
                isExact &= text[at] == '0';
                exponent += shift + 1;
            }
        }
        return at - from;
    }

    private boolean exponentIsAll() {
        at++;
        boolean isNegative = sign();
        int from = at;
        int written = 0;
        for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
            written = Math.min(written * 10 + (text[at] - '0'), 100 * EXPONENT_MAX);
        }
        exponent += isNegative ? -written : written;
        return at > from && at == end;
    }

    /** Whether what is left are hexadecimal digits with a point and a binary exponent. */
    private boolean isHex() {
        int count = hexDigits();
        if (at < end && text[at] == '.') {
            at++;
            count += hexDigits();
        }
        return count > 0 && at < end && (text[at] | 0x20) == 'p' && exponentIsAll();
    }

    private int hexDigits() {
        int from = at;
        while (at < end && Character.digit(text[at], 16) >= 0) {
            at++;
        }
        return at - from;
    }

    private ConversionFault slowly(int offset) {
        real = Double.parseDouble(string(offset));
        return Double.isInfinite(real) ? ConversionFault.RANGE : ConversionFault.NONE;
    }

    private String string(int offset) {
        return new String(text, offset, end - offset, StandardCharsets.US_ASCII);
    }
}
