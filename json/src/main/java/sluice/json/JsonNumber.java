package sluice.json;

import java.nio.charset.StandardCharsets;
import sluice.schema.TypedValue;

/** Reads the numbers of JSON: whole ones to 64 bits, others to the nearest double. */
final class JsonNumber {
    /** The text has no more bytes, and the number may go on. */
    static final int INCOMPLETE = -1;

    /** There is no number of JSON. */
    static final int NONE = -2;

    /** Doubles hold whole numbers of this many digits and these powers of ten exactly. */
    private static final int EXACT_DIGITS = 15;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private JsonNumber() {}

    /** Where the number at {@code from} ends, {@link #NONE} or {@link #INCOMPLETE}. */
    static int end(byte[] text, int from, int to) {
        int at = from < to && text[from] == '-' ? from + 1 : from;
        int whole = digits(text, at, to);
        if (whole == at || text[at] == '0' && whole > at + 1) {
            return whole == to ? INCOMPLETE : NONE;
        }
        at = whole;
        if (at < to && text[at] == '.') {
            int fraction = digits(text, at + 1, to);
            if (fraction == at + 1) {
                return fraction == to ? INCOMPLETE : NONE;
            }
            at = fraction;
        }
        if (at < to && (text[at] | 0x20) == 'e') {
            int sign = at + 1 < to && (text[at + 1] == '+' || text[at + 1] == '-') ? 2 : 1;
            int exponent = digits(text, at + sign, to);
            if (exponent == at + sign) {
                return exponent >= to ? INCOMPLETE : NONE;
            }
            at = exponent;
        }
        return at == to ? INCOMPLETE : at;
    }

    private static int digits(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return Math.min(at, Math.max(from, to));
    }

    /** Whether the number has neither fraction nor exponent. */
    static boolean isWhole(byte[] text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (text[at] == '.' || (text[at] | 0x20) == 'e') {
                return false;
            }
        }
        return true;
    }

    /** What keeps the number from being a value, or no text. */
    static String fault(byte[] text, int from, int to) {
        if (!isWhole(text, from, to)) {
            return Double.isInfinite(real(text, from, to))
                    ? "a number outside the range of doubles; expected one within it"
                    : "";
        }
        boolean negative = text[from] == '-';
        long rest = 0;
        for (int at = negative ? from + 1 : from; at < to; at++) {
            int digit = text[at] - '0';
            // Counted downwards, since the least number has no positive one.
            if (rest < (Long.MIN_VALUE + digit) / 10) {
                return tooLarge();
            }
            rest = 10 * rest - digit;
        }
        return !negative && rest == Long.MIN_VALUE ? tooLarge() : "";
    }

    private static String tooLarge() {
        return "a whole number that does not fit 64 bits; write it with a fraction, or as a text";
    }

    /** Reads the number at {@code from}, which {@link #fault} found nothing wrong with. */
    static void read(byte[] text, int from, TypedValue into) {
        boolean negative = text[from] == '-';
        int start = negative ? from + 1 : from;
        int at = start;
        long whole = 0;
        while (text[at] >= '0' && text[at] <= '9') {
            whole = 10 * whole + (text[at++] - '0');
        }
        boolean hasMore = text[at] == '.' || (text[at] | 0x20) == 'e';
        if (!hasMore) {
            into.setInt(negative ? -whole : whole);
            return;
        }
        while (isPart(text[at])) {
            at++;
        }
        into.setFloat(real(text, from, at));
    }

    private static boolean isPart(byte c) {
        return c >= '0' && c <= '9' || c == '.' || c == '+' || c == '-' || (c | 0x20) == 'e';
    }

    /** The nearest double; without an object where digits and fraction are short. */
    private static double real(byte[] text, int from, int to) {
        boolean negative = text[from] == '-';
        long digits = 0;
        int count = 0;
        int fraction = -1;
        for (int at = negative ? from + 1 : from; at < to; at++) {
            byte c = text[at];
            if (c == '.') {
                fraction = 0;
            } else if (c < '0' || c > '9' || ++count > EXACT_DIGITS) {
                return Double.parseDouble(
                        new String(text, from, to - from, StandardCharsets.US_ASCII));
            } else {
                digits = 10 * digits + (c - '0');
                fraction += fraction >= 0 ? 1 : 0;
            }
        }
        // Both are exact, so the quotient is the double that is nearest.
        double number = digits / POWERS[Math.max(0, fraction)];
        return negative ? -number : number;
    }
}
