package sluice.rdf;

/**
 * Decides what the text between angle brackets is: an absolute IRI, or in the dialect of Dgraph a
 * relative name, a blank node or a uid literal. Belongs to one parser.
 */
final class BracketNames {
    /** 2^64 - 1 without its last decimal digit, and that digit. */
    private static final long MAX_TENTH = Long.divideUnsigned(-1L, 10);

    private static final int MAX_LAST_DIGIT = 5;

    private final StatementFault fault;

    BracketNames(StatementFault fault) {
        this.fault = fault;
    }

    /**
     * Takes {@code span} for an absolute IRI; false with a fault at {@code place} if it is none.
     */
    boolean isAbsolute(Span span, int place) {
        byte[] bytes = span.bytes();
        int end = span.offset() + span.length();
        int position = span.offset();
        while (position < end && isSchemePart(bytes[position], position > span.offset())) {
            position++;
        }
        if (position > span.offset() && position < end && bytes[position] == ':') {
            return true;
        }
        fault.set(
                place,
                "IRI "
                        + StatementFault.shown(span)
                        + " is not absolute; expected a scheme such as http:");
        return false;
    }

    private static boolean isSchemePart(byte value, boolean later) {
        return Letters.is(value, Letters.ALPHA)
                || later
                        && (Letters.is(value, Letters.DIGIT)
                                || value == '+'
                                || value == '-'
                                || value == '.');
    }

    /** Decides what {@code term} is as Dgraph does; false with a fault if it is nothing. */
    boolean classify(Term term, int place) {
        if (term.length() > 0) {
            byte first = term.bytes()[term.offset()];
            if (Letters.is(first, Letters.DIGIT)) {
                return classifyNumber(term, place);
            }
            if (first == '_' && term.length() > 1 && term.bytes()[term.offset() + 1] == ':') {
                return classifyBlank(term, place);
            }
        }
        return isName(term, place);
    }

    /** Whether {@code span} has a letter or a digit; else a fault. */
    boolean isName(Span span, int place) {
        int position = span.offset();
        int end = position + span.length();
        while (position < end) {
            byte value = span.bytes()[position];
            if (Letters.is(value, Letters.ALPHA | Letters.DIGIT)) {
                return true;
            }
            int length = value < 0 ? Utf8Characters.sequenceLength(span.bytes(), position) : 1;
            if (value < 0) {
                int character = Utf8Characters.character(span.bytes(), position, length);
                if (Character.isLetter(character) || Character.isDigit(character)) {
                    return true;
                }
            }
            position += length;
        }
        fault.set(place, "name " + StatementFault.shown(span) + " has no letter and no digit");
        return false;
    }

    /** Whether {@code span}, without its language, may be a predicate; else a fault. */
    boolean isPredicate(Span span, int place) {
        byte first = span.length() > 0 ? span.bytes()[span.offset()] : 0;
        if (Letters.is(first, Letters.ALPHA)) {
            return true;
        }
        if (first == '~') {
            fault.set(
                    place,
                    "predicate "
                            + StatementFault.shown(span)
                            + " begins with '~', which names inverse links");
            return false;
        }
        if (first == '_' && span.length() > 1 && span.bytes()[span.offset() + 1] == ':') {
            fault.set(
                    place,
                    "predicate "
                            + StatementFault.shown(span)
                            + " is a blank node; expected an IRI");
            return false;
        }
        return isName(span, place);
    }

    private boolean classifyBlank(Term term, int place) {
        if (!isName(term, place)) {
            return false;
        }
        int start = term.offset() + 2;
        if (term.bytes()[start] == '@') {
            // Nodes of JSON without a name get labels that begin so.
            fault.set(place, "a blank label must not begin with '@'");
            return false;
        }
        term.set(Term.Kind.BLANK, term.bytes(), start, term.length() - 2);
        return true;
    }

    /** Decides about a text that begins with a digit: a uid, a name, or neither. */
    private boolean classifyNumber(Term term, int place) {
        byte[] bytes = term.bytes();
        int from = term.offset();
        int end = from + term.length();
        int second = term.length() > 1 ? bytes[from + 1] | 0x20 : 0;
        boolean zero = bytes[from] == '0';
        int base =
                zero && second == 'x'
                        ? 16
                        : zero && second == 'b' ? 2 : zero && second == 'o' ? 8 : 10;
        int start = base == 10 ? from : from + 2;
        boolean plain = start < end && (base == 16 || base == 10 && !zero);
        boolean fits = true;
        long number = 0;
        for (int position = start; position < end; position++) {
            int digit = Letters.hexDigit(bytes[position]);
            if (bytes[position] == '_') {
                plain = false;
            } else if (digit < 0 || digit >= base) {
                return true;
            } else {
                fits &= fits(number, base, digit);
                number = number * base + digit;
            }
        }
        if (start == end) {
            return true;
        }
        if (!plain || !fits || number == 0) {
            String written = StatementFault.shown(term);
            fault.set(
                    place,
                    !plain
                            ? "uid " + written + " is not written as 0x… or decimal"
                            : "uid " + written + " is not 1 to 2^64 - 1; write 0x… or decimal");
            return false;
        }
        term.setUid(number);
        return true;
    }

    /** Whether {@code number} with one more digit is below 2^64, in base 16 or 10. */
    private static boolean fits(long number, int base, int digit) {
        if (base == 16) {
            return number >>> 60 == 0;
        }
        return number >= 0
                && (number < MAX_TENTH || number == MAX_TENTH && digit <= MAX_LAST_DIGIT);
    }

    /**
     * Cuts the language off a predicate such as {@code name@en}, where the name is not an IRI with
     * a scheme and the language is well formed.
     */
    static void cutLanguage(Term predicate, Span language) {
        byte[] bytes = predicate.bytes();
        int from = predicate.offset();
        int end = from + predicate.length();
        int at = -1;
        for (int position = from; position < end; position++) {
            if (bytes[position] == ':') {
                return;
            }
            at = bytes[position] == '@' ? position : at;
        }
        if (at > from && isLanguage(bytes, at + 1, end)) {
            predicate.set(Term.Kind.IRI, bytes, from, at - from);
            language.set(bytes, at + 1, end - at - 1);
        }
    }

    private static boolean isLanguage(byte[] bytes, int from, int end) {
        boolean first = true;
        int partStart = from;
        for (int position = from; position < end; position++) {
            byte value = bytes[position];
            if (value == '-' && position > partStart) {
                first = false;
                partStart = position + 1;
            } else if (!Letters.is(value, first ? Letters.ALPHA : Letters.ALPHA | Letters.DIGIT)) {
                return false;
            }
        }
        return end > partStart;
    }
}
