package sluice.json;

/** Decides what names of members and texts of uids mean. */
final class NameRules {
    private static final int MAX_LAST_DIGIT = 5;
    private static final long MAX_TENTH = Long.divideUnsigned(-1L, 10);

    private NameRules() {}

    /** Whether all of the bytes may stand in an IRI as they are. */
    static boolean isIri(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            byte c = bytes[at];
            if (c >= 0 && (c <= ' ' || "<>\"{}|^`\\".indexOf(c) >= 0)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the bytes are a key of a facet that RDF can write too. */
    static boolean isFacetKey(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            byte c = bytes[at];
            if (c >= 0 && (c <= ' ' || "=,()\"|".indexOf(c) >= 0)) {
                return false;
            }
        }
        return to > from;
    }

    /** Whether the bytes are a blank label: as Dgraph's RDF writes it, and no place. */
    static boolean isLabel(byte[] bytes, int from, int to) {
        if (from == to || bytes[from] == '@' || !isIri(bytes, from, to)) {
            return false;
        }
        for (int at = from; at < to; at++) {
            byte c = bytes[at];
            if (c < 0 || isAlpha(c) || isDigit(c)) {
                return true;
            }
        }
        return false;
    }

    /**
     * How long the language is that a name ends with, behind an {@code @}; 0 for none: where the
     * name has a colon, or the tag is not well formed.
     */
    static int languageLength(byte[] bytes, int from, int to) {
        int at = -1;
        for (int i = from; i < to; i++) {
            if (bytes[i] == ':') {
                return 0;
            }
            at = bytes[i] == '@' ? i : at;
        }
        return at > from && isLanguage(bytes, at + 1, to) ? to - at - 1 : 0;
    }

    private static boolean isLanguage(byte[] bytes, int from, int to) {
        boolean first = true;
        int partStart = from;
        for (int at = from; at < to; at++) {
            byte c = bytes[at];
            if (c == '-' && at > partStart) {
                first = false;
                partStart = at + 1;
            } else if (!isAlpha(c) && (first || !isDigit(c))) {
                return false;
            }
        }
        return to > partStart;
    }

    /** The number of a uid, decimal or behind 0x; 0 where the bytes are none. */
    static long uid(byte[] bytes, int from, int to) {
        boolean hex = to - from > 2 && bytes[from] == '0' && (bytes[from + 1] | 0x20) == 'x';
        int start = hex ? from + 2 : from;
        if (start >= to || !hex && bytes[start] == '0') {
            return 0;
        }
        long number = 0;
        for (int at = start; at < to; at++) {
            int digit = bytes[at] < 0 ? -1 : Character.digit(bytes[at], hex ? 16 : 10);
            boolean fits =
                    hex
                            ? number >>> 60 == 0
                            : number >= 0
                                    && (number < MAX_TENTH
                                            || number == MAX_TENTH && digit <= MAX_LAST_DIGIT);
            if (digit < 0 || !fits) {
                return 0;
            }
            number = number * (hex ? 16 : 10) + digit;
        }
        return number;
    }

    /** The number of at most nine digits without zeros in front, or -1. */
    static int position(byte[] bytes, int from, int to) {
        if (to <= from || to - from > 9 || bytes[from] == '0' && to > from + 1) {
            return -1;
        }
        int number = 0;
        for (int at = from; at < to; at++) {
            if (!isDigit(bytes[at])) {
                return -1;
            }
            number = 10 * number + bytes[at] - '0';
        }
        return number;
    }

    static boolean is(byte[] bytes, int from, int to, String word) {
        boolean same = to - from == word.length();
        for (int i = 0; same && i < word.length(); i++) {
            same = bytes[from + i] == word.charAt(i);
        }
        return same;
    }

    private static boolean isAlpha(byte c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
