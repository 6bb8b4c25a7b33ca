package sluice.rdf;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses statements by regular expressions that are the grammar, word for word. Slow; what {@link
 * StatementParser} is compared with.
 */
final class ReferenceParser {
    private static final String WS = "[ \\t]*+";
    private static final String UCHAR = "\\\\u[0-9A-Fa-f]{4}|\\\\U[0-9A-Fa-f]{8}";
    private static final String ECHAR = "\\\\[tbnrf\"'\\\\]";
    private static final String IRIREF = "<(?:[^\\x00-\\x20<>\"{}|^`\\\\]|" + UCHAR + ")*+>";
    private static final String PN_BASE =
            "A-Za-z\\xC0-\\xD6\\xD8-\\xF6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D"
                    + "\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD"
                    + "\\x{10000}-\\x{EFFFF}";
    private static final String LANG = "@[a-zA-Z]++(?:-[a-zA-Z0-9]++)*+";
    private static final String TRIMMED =
            "[\\t\\x0B\\f \\x85\\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]*+";
    private static final Pattern VERSION =
            Pattern.compile(
                    "VERSION" + WS + "\"1\\.(?:1|2|2-basic)\"" + WS + "(?:#.*)?", Pattern.DOTALL);
    private static final Pattern UID_LIKE =
            Pattern.compile("[0-9][0-9_]*|0[bB][01_]+|0[oO][0-7_]+|0[xX][0-9a-fA-F_]+");
    private static final Pattern UID = Pattern.compile("[1-9][0-9]*|0[xX][0-9a-fA-F]+");
    private static final BigInteger UIDS = BigInteger.ONE.shiftLeft(64);

    private static final Pattern GO_INTEGER =
            Pattern.compile("([+-]?)(0[xX]|0[bB]|0[oO]|0(?=[0-9])|)([0-9a-fA-F]+)");
    private static final Pattern GO_FLOAT =
            Pattern.compile(
                    "[+-]?(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
                            + "|0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+)");

    private final boolean w3c;
    private final boolean graphs;
    private final Pattern statement;
    private final Pattern empty;

    ReferenceParser(RdfDialect dialect, boolean graphs) {
        w3c = dialect == RdfDialect.W3C;
        this.graphs = graphs || !w3c;
        String colon = w3c ? "" : ":";
        String u = PN_BASE + "_" + colon;
        String pn = u + "\\-0-9\\xB7\\u0300-\\u036F\\u203F-\\u2040";
        String blank = "_:[" + u + "0-9](?:\\.*+[" + pn + "])*+";
        String more = w3c ? "" : "|\\\\v|\\\\x[0-7][0-9a-fA-F]";
        String string = "\"(?:[^\"\\\\\\n\\r]|" + ECHAR + "|" + UCHAR + more + ")*+\"";
        String literal = string + "(?:\\^\\^" + IRIREF + "|" + LANG + ")?+";
        String node = IRIREF + "|" + blank;
        String around = w3c ? WS : TRIMMED;
        statement =
                Pattern.compile(
                        around
                                + "(?<s>"
                                + node
                                + ")"
                                + WS
                                + "(?<p>"
                                + IRIREF
                                + ")"
                                + WS
                                + "(?<o>"
                                + node
                                + "|"
                                + literal
                                + ")"
                                + WS
                                + "(?<g>"
                                + node
                                + ")?"
                                + WS
                                + (w3c ? "" : "(?<f>" + facets() + ")?" + WS)
                                + "\\."
                                + around
                                + "(?:#.*)?",
                        Pattern.DOTALL);
        empty = Pattern.compile(around + "(?:#.*)?", Pattern.DOTALL);
    }

    private static String facets() {
        String facet = RUN + WS + "=" + WS + "(?:" + FACET_STRING + "|(?!\")" + RUN + ")?" + WS;
        return "\\(" + WS + facet + "(?:," + WS + facet + ")*\\)";
    }

    private static final String RUN = "[^ \\t=,)]++";
    private static final String FACET_STRING =
            "\"(?:[^\"\\\\\\n\\r]|" + ECHAR + "|\\\\u[0-9A-Fa-f]{4}|\\\\v)*+\"";
    private static final Pattern FACET =
            Pattern.compile(
                    "("
                            + RUN
                            + ")"
                            + WS
                            + "="
                            + WS
                            + "("
                            + FACET_STRING
                            + "|(?!\")"
                            + RUN
                            + ")?"
                            + WS
                            + "[,)]"
                            + WS);

    List<String> parse(byte[] text) {
        int from =
                text.length >= 3
                                && text[0] == (byte) 0xEF
                                && text[1] == (byte) 0xBB
                                && text[2] == (byte) 0xBF
                        ? 3
                        : 0;
        List<String> outcomes = new ArrayList<>();
        int start = from;
        for (int position = from; position <= text.length; position++) {
            if (position == text.length || text[position] == '\n' || text[position] == '\r') {
                String outcome = line(Arrays.copyOfRange(text, start, position));
                if (outcome != null) {
                    outcomes.add(outcome);
                }
                start = position + 1;
            }
        }
        return outcomes;
    }

    /** What a line holds, or null for nothing. */
    private @Nullable String line(byte[] bytes) {
        String line;
        try {
            line = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return StatementText.REJECTED;
        }
        if (empty.matcher(line).matches()
                || VERSION.matcher(line.replaceFirst("^" + (w3c ? WS : TRIMMED), "")).matches()) {
            return null;
        }
        Matcher matcher = statement.matcher(line);
        if (!matcher.matches() || matcher.group("g") != null && !graphs) {
            return StatementText.REJECTED;
        }
        try {
            return w3c ? plain(matcher) : dgraph(matcher);
        } catch (IllegalArgumentException e) {
            return StatementText.REJECTED;
        }
    }

    private String plain(Matcher matcher) {
        String graph = matcher.group("g");
        return node(matcher.group("s"))
                + " "
                + node(matcher.group("p"))
                + " "
                + object(matcher.group("o"), "")
                + (graph == null ? "" : " in " + node(graph));
    }

    private String dgraph(Matcher matcher) {
        String predicate = decoded(matcher.group("p"));
        check(!predicate.startsWith("_:") && !predicate.startsWith("~"));
        String language = "";
        int at = predicate.lastIndexOf('@');
        if (at > 0 && predicate.indexOf(':') < 0 && predicate.substring(at).matches(LANG)) {
            language = predicate.substring(at);
            predicate = predicate.substring(0, at);
        }
        check(hasLetterOrDigit(predicate));
        String graph = matcher.group("g");
        String facets = matcher.group("f");
        return node(matcher.group("s"))
                + " <"
                + predicate
                + "> "
                + object(matcher.group("o"), language)
                + (graph == null ? "" : " in " + (graph.equals("<0x0>") ? "uid 0" : node(graph)))
                + (facets == null ? "" : facets(facets));
    }

    private String facets(String text) {
        TreeMap<String, String> facets = new TreeMap<>(ReferenceParser::compareBytes);
        Matcher matcher = FACET.matcher(text);
        int first = text.length() - text.replaceFirst("\\(" + WS, "").length();
        matcher.region(first, text.length());
        while (matcher.lookingAt()) {
            String value = matcher.group(2);
            String shown = value == null ? "STRING " : facetValue(value);
            check(facets.put(matcher.group(1), shown) == null);
            matcher.region(matcher.end(), text.length());
        }
        StringBuilder all = new StringBuilder();
        facets.forEach(
                (key, value) -> all.append(" (").append(key).append(' ').append(value).append(')'));
        return all.toString();
    }

    private static int compareBytes(String one, String other) {
        return Arrays.compareUnsigned(
                one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static String facetValue(String value) {
        if (value.startsWith("\"")) {
            return "STRING " + decoded(value);
        }
        String number = value.replaceAll("(?<=[0-9a-fA-FxXbBoO])_(?=[0-9a-fA-F])", "");
        Matcher integer = GO_INTEGER.matcher(number);
        if (integer.matches()) {
            String sign = integer.group(1);
            String digits = integer.group(3);
            int base =
                    switch (integer.group(2).toLowerCase(Locale.ROOT)) {
                        case "0x" -> 16;
                        case "0b" -> 2;
                        case "" -> 10;
                        default -> 8;
                    };
            if (digits.chars().allMatch(digit -> Character.digit(digit, base) >= 0)) {
                BigInteger whole = new BigInteger(sign.replace("+", "") + digits, base);
                if (whole.bitLength() < 64) {
                    return "INT " + whole;
                }
                check(!value.matches("[0-9]+"));
            }
        }
        boolean infinite = number.matches("[+-]?(?i:inf|infinity)");
        if (infinite || GO_FLOAT.matcher(number).matches()) {
            double fraction = infinite ? Double.POSITIVE_INFINITY : Double.parseDouble(number);
            check(infinite || !Double.isInfinite(fraction));
            return "FLOAT " + (infinite && number.startsWith("-") ? -fraction : fraction);
        }
        if (value.matches("true|false")) {
            return "BOOL " + (value.equals("true") ? 1 : 0);
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        check(new WrittenForms().isValue(KnownType.DATETIME, bytes, 0, bytes.length));
        return "DATETIME " + value;
    }

    private String object(String term, String language) {
        if (!term.startsWith("\"")) {
            return node(term) + language;
        }
        int quote = term.lastIndexOf('"');
        String value = decoded(term.substring(0, quote + 1));
        String rest = term.substring(quote + 1);
        if (!rest.startsWith("^^")) {
            return "\"" + value + "\"" + (rest.isEmpty() ? language : rest);
        }
        String datatype = decoded(rest.substring(2));
        byte[] bytes = datatype.getBytes(StandardCharsets.UTF_8);
        Span span = new Span();
        span.set(bytes, 0, bytes.length);
        KnownType type = w3c ? null : KnownType.of(span);
        if (type == null) {
            check(isAbsolute(datatype));
        } else if (type != KnownType.STRING) {
            byte[] text = value.getBytes(StandardCharsets.UTF_8);
            check(text.length > 0 && new WrittenForms().isValue(type, text, 0, text.length));
        }
        return "\"" + value + "\"^^<" + datatype + ">" + language;
    }

    private String node(String term) {
        if (term.startsWith("_:")) {
            return term;
        }
        String name = decoded(term);
        if (w3c) {
            check(isAbsolute(name));
            return "<" + name + ">";
        }
        if (UID_LIKE.matcher(name).matches()) {
            check(UID.matcher(name).matches());
            BigInteger number =
                    name.matches("0[xX].*")
                            ? new BigInteger(name.substring(2), 16)
                            : new BigInteger(name);
            check(number.signum() > 0 && number.compareTo(UIDS) < 0);
            return "uid " + number;
        }
        check(hasLetterOrDigit(name));
        if (name.startsWith("_:")) {
            check(!name.startsWith("_:@"));
            return name;
        }
        return "<" + name + ">";
    }

    private static boolean hasLetterOrDigit(String name) {
        return name.codePoints()
                .anyMatch(letter -> Character.isLetter(letter) || Character.isDigit(letter));
    }

    private static boolean isAbsolute(String iri) {
        return iri.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*:.*");
    }

    /** What stands between the first and the last character, its escapes decoded. */
    private static String decoded(String term) {
        boolean iri = term.startsWith("<");
        StringBuilder text = new StringBuilder();
        int position = 1;
        while (position < term.length() - 1) {
            char letter = term.charAt(position++);
            if (letter != '\\') {
                text.append(letter);
                continue;
            }
            char kind = term.charAt(position++);
            int digits = kind == 'u' ? 4 : kind == 'U' ? 8 : kind == 'x' ? 2 : 0;
            if (digits == 0) {
                text.append("\t\b\n\r\f\u000B\"'\\".charAt("tbnrfv\"'\\".indexOf(kind)));
                continue;
            }
            long character = Long.parseLong(term.substring(position, position + digits), 16);
            position += digits;
            check(character <= 0x10FFFF && (character < 0xD800 || character > 0xDFFF));
            check(!iri || character > 0x20 && "<>\"{}|^`\\".indexOf((int) character) < 0);
            text.appendCodePoint((int) character);
        }
        return text.toString();
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException();
        }
    }
}
