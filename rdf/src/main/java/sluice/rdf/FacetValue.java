package sluice.rdf;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the value of a facet that is not in quotes, by the rules of Dgraph: integer, float, bool or
 * time, whichever it is first.
 *
 * <p>Plain decimal numbers and times cost no object; other forms are read as text.
 */
final class FacetValue {
    static final Pattern INTEGER =
            Pattern.compile(
                    "([+-]?)(?:0[xX]((?:_?[0-9a-fA-F])+)|0[bB]((?:_?[01])+)|0[oO]?((?:_?[0-7])+)"
                            + "|(0|[1-9](?:_?[0-9])*))");
    private static final int[] BASES = {16, 2, 8, 10};

    private static final String DIGITS = "[0-9](?:_?[0-9])*";
    private static final String HEX = "[0-9a-fA-F](?:_?[0-9a-fA-F])*";
    static final Pattern FLOAT =
            Pattern.compile(
                    "[+-]?(?:(?:D(?:\\.(?:D)?)?|\\.D)(?:[eE][+-]?D)?"
                            .concat("|0[xX](?:_?H(?:\\.(?:H)?)?|\\.H)[pP][+-]?D)")
                            .replace("D", DIGITS)
                            .replace("H", HEX));
    static final Pattern INFINITE =
            Pattern.compile("([+-]?)inf(?:inity)?", Pattern.CASE_INSENSITIVE);
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private FacetValue() {}

    /** Sets type and number of {@code facet} by its text; returns what is wrong, or nothing. */
    static String read(StatementFacet facet, LexicalCheck check) {
        Span text = facet.text();
        if (readPlainNumber(facet, text.bytes(), text.offset(), text.offset() + text.length())) {
            return "";
        }
        return isAtMostTime(text) ? readTime(facet, text, check) : readWord(facet, text, check);
    }

    /**
     * Whether {@code text} is a time, if it is anything: it has a minus sign inside, and in numbers
     * only an exponent has one there.
     */
    static boolean isAtMostTime(Span text) {
        byte[] bytes = text.bytes();
        int to = text.offset() + text.length();
        for (int position = text.offset() + 1; position < to; position++) {
            if (bytes[position] == '-') {
                int before = bytes[position - 1] | 0x20;
                return before != 'e' && before != 'p';
            }
        }
        return false;
    }

    /** Reads digits without zeros in front, at most 15 of them, perhaps with a fraction. */
    private static boolean readPlainNumber(StatementFacet facet, byte[] bytes, int from, int to) {
        int position = bytes[from] == '-' ? from + 1 : from;
        int start = position;
        int point = -1;
        long number = 0;
        for (; position < to; position++) {
            byte value = bytes[position];
            if (value == '.' && point < 0 && position > start) {
                point = position;
            } else if (Letters.is(value, Letters.DIGIT)) {
                number = number * 10 + (value - '0');
            } else {
                return false;
            }
        }
        int digits = to - start - (point < 0 ? 0 : 1);
        boolean zeroInFront = digits > 1 && bytes[start] == '0' && point != start + 1;
        if (digits == 0 || digits > 15 || zeroInFront || point == to - 1) {
            return false;
        }
        boolean negative = start > from;
        if (point < 0) {
            facet.set(FacetType.INT, negative ? -number : number);
        } else {
            // Both are exact, so the quotient is the double that is nearest.
            double fraction = number / POWERS[to - point - 1];
            facet.set(FacetType.FLOAT, Double.doubleToRawLongBits(negative ? -fraction : fraction));
        }
        return true;
    }

    private static String readWord(StatementFacet facet, Span text, LexicalCheck check) {
        String word =
                new String(text.bytes(), text.offset(), text.length(), StandardCharsets.UTF_8);
        Matcher integer = INTEGER.matcher(word);
        if (integer.matches()) {
            BigInteger number = integer(integer);
            if (number.bitLength() < Long.SIZE) {
                facet.set(FacetType.INT, number.longValue());
                return "";
            }
            if (word.chars().allMatch(letter -> letter >= '0' && letter <= '9')) {
                return "facet " + word + " is above 2^63 - 1";
            }
        }
        Matcher infinite = INFINITE.matcher(word);
        boolean isInfinite = infinite.matches();
        if (isInfinite || FLOAT.matcher(word).matches()) {
            double value =
                    isInfinite
                            ? "-".equals(infinite.group(1))
                                    ? Double.NEGATIVE_INFINITY
                                    : Double.POSITIVE_INFINITY
                            : Double.parseDouble(word.replace("_", ""));
            if (Double.isInfinite(value) && !isInfinite) {
                return "facet " + word + " is outside of the range of 64-bit floats";
            }
            facet.set(FacetType.FLOAT, Double.doubleToRawLongBits(value));
            return "";
        }
        if (word.equals("true") || word.equals("false")) {
            facet.set(FacetType.BOOL, word.equals("true") ? 1 : 0);
            return "";
        }
        return readTime(facet, text, check);
    }

    private static String readTime(StatementFacet facet, Span text, LexicalCheck check) {
        if (check.isValue(KnownType.DATETIME, text.bytes(), text.offset(), text.length())) {
            facet.set(FacetType.DATETIME, 0);
            return "";
        }
        return "facet "
                + StatementFault.shown(text)
                + " is not a number, true, false, a time or text in quotes";
    }

    private static BigInteger integer(Matcher word) {
        int group = 2;
        while (word.group(group) == null) {
            group++;
        }
        String digits = word.group(group).replace("_", "");
        BigInteger number = new BigInteger(digits, BASES[group - 2]);
        return "-".equals(word.group(1)) ? number.negate() : number;
    }
}
