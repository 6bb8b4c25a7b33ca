package sluice.rdf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** Makes statements from the grammar, and beside each what a parser must make of it. */
final class StatementGenerator {
    /** The borders of all character classes; one more and one less are tried too. */
    private static final int[] BORDERS = {
        0, 0x9, 0xA, 0xD, 0x20, 0x22, 0x27, 0x2D, 0x2E, 0x30, 0x39, 0x3A, 0x3C, 0x3E, 0x41, 0x5A,
        0x5C, 0x5E, 0x5F, 0x60, 0x61, 0x7A, 0x7B, 0x7C, 0x7D, 0x7F, 0x85, 0xA0, 0xB7, 0xC0, 0xD6,
        0xD8, 0xF6, 0xF8, 0x2FF, 0x300, 0x36F, 0x370, 0x37D, 0x37F, 0x7FF, 0x800, 0x1FFF, 0x200C,
        0x200D, 0x203F, 0x2040, 0x2070, 0x218F, 0x2C00, 0x2FEF, 0x3001, 0xD7FF, 0xE000, 0xF900,
        0xFDCF, 0xFDF0, 0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0xEFFFF, 0x10FFFF
    };

    private static final Pattern PN_BASE =
            Pattern.compile(
                    "[A-Za-z\\xC0-\\xD6\\xD8-\\xF6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF"
                            + "\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF"
                            + "\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\x{10000}-\\x{EFFFF}]");
    private static final String PLAIN = "abzAZ059_-.:/#?@%é中😀";

    /** One statement without its line end. */
    record Made(String text, String outcome) {}

    private final Random random;
    private final StringBuilder lastPredicate = new StringBuilder();
    private final StringBuilder lastOutcome = new StringBuilder();
    private final boolean w3c;
    private final boolean graphs;

    StatementGenerator(Random random, RdfDialect dialect, boolean graphs) {
        this.random = random;
        this.w3c = dialect == RdfDialect.W3C;
        this.graphs = graphs || !w3c;
    }

    Made next() {
        StringBuilder text = new StringBuilder();
        StringBuilder outcome = new StringBuilder();
        blanks(text);
        node(text, outcome);
        blanks(text);
        outcome.append(' ');
        predicate(text, outcome);
        blanks(text);
        outcome.append(' ');
        if (random.nextBoolean()) {
            node(text, outcome);
        } else {
            literal(text, outcome);
        }
        blanks(text);
        if (graphs && random.nextInt(3) == 0) {
            outcome.append(" in ");
            node(text, outcome);
            blanks(text);
        }
        if (!w3c && random.nextInt(3) == 0) {
            facets(text, outcome);
            blanks(text);
        }
        text.append('.');
        blanks(text);
        if (random.nextInt(8) == 0) {
            text.append('#');
            string(text, new StringBuilder(), c -> c != '\n' && c != '\r');
        }
        return new Made(text.toString(), outcome.toString());
    }

    private void blanks(StringBuilder text) {
        if (random.nextInt(4) > 0) {
            text.append(random.nextInt(8) > 0 ? " " : "\t ");
        }
    }

    private void node(StringBuilder text, StringBuilder outcome) {
        int choice = random.nextInt(w3c ? 2 : 5);
        if (choice == 0) {
            blank(text, outcome);
        } else if (choice == 4) {
            long uid = random.nextBoolean() ? random.nextLong() | 1 : random.nextInt(1, 50);
            String written =
                    random.nextBoolean()
                            ? Long.toUnsignedString(uid)
                            : "0x" + Long.toHexString(uid);
            text.append('<').append(written).append('>');
            outcome.append("uid ").append(Long.toUnsignedString(uid));
        } else if (choice == 3) {
            outcome.append('<').append("n");
            text.append("<n");
            iriRest(text, outcome);
        } else {
            iri(text, outcome);
        }
    }

    /** Often that of the statement before. */
    private void predicate(StringBuilder text, StringBuilder outcome) {
        if (lastPredicate.isEmpty() || random.nextBoolean()) {
            lastPredicate.setLength(0);
            lastOutcome.setLength(0);
            iri(lastPredicate, lastOutcome);
        }
        text.append(lastPredicate);
        outcome.append(lastOutcome);
    }

    private void iri(StringBuilder text, StringBuilder outcome) {
        String scheme = List.of("http:", "a:", "Z9+.-:", "urn:x").get(random.nextInt(4));
        scheme = scheme.contains(":") ? scheme : scheme + ":";
        text.append('<').append(scheme);
        outcome.append('<').append(scheme);
        iriRest(text, outcome);
    }

    private void iriRest(StringBuilder text, StringBuilder outcome) {
        string(text, outcome, StatementGenerator::isInIri);
        text.append('>');
        outcome.append('>');
    }

    private static boolean isInIri(int c) {
        return c > 0x20 && "<>\"{}|^`\\".indexOf(c) < 0;
    }

    /** Characters of a class, raw or as \\u. */
    private void string(StringBuilder text, StringBuilder outcome, IntPredicate allowed) {
        int length = random.nextInt(8);
        for (int index = 0; index < length; index++) {
            int character = character(allowed);
            outcome.appendCodePoint(character);
            text.appendCodePoint(character);
        }
    }

    /** A character of a class, often at a border of one. */
    private int character(IntPredicate allowed) {
        while (true) {
            int character =
                    random.nextInt(3) > 0
                            ? PLAIN.codePoints().skip(random.nextInt(19)).findFirst().orElse('x')
                            : BORDERS[random.nextInt(BORDERS.length)] + random.nextInt(-1, 2);
            boolean scalar =
                    character >= 0
                            && character <= 0x10FFFF
                            && (character < 0xD800 || character > 0xDFFF);
            if (scalar && allowed.test(character)) {
                return character;
            }
        }
    }

    private void blank(StringBuilder text, StringBuilder outcome) {
        StringBuilder label = new StringBuilder("_:");
        label.appendCodePoint(character(c -> isU(c) || c >= '0' && c <= '9'));
        int length = random.nextInt(5);
        for (int index = 0; index < length; index++) {
            label.append(".".repeat(random.nextInt(8) == 0 ? random.nextInt(3) : 0));
            label.appendCodePoint(character(this::isPart));
        }
        outcome.append(label);
        // Two labels would run together, a dot behind one need not.
        text.append(label).append(random.nextBoolean() ? " " : "\t");
    }

    private boolean isU(int c) {
        return c == '_' || c == ':' && !w3c || PN_BASE.matcher(Character.toString(c)).matches();
    }

    private boolean isPart(int c) {
        return isU(c)
                || c == '-'
                || c >= '0' && c <= '9'
                || c == 0xB7
                || c >= 0x300 && c <= 0x36F
                || c >= 0x203F && c <= 0x2040;
    }

    private void literal(StringBuilder text, StringBuilder outcome) {
        quoted(text, outcome, true);
        int choice = random.nextInt(4);
        if (choice == 0) {
            String tag = List.of("@en", "@de-AT-1996", "@x-1", "@Fr").get(random.nextInt(4));
            text.append(tag);
            outcome.append(tag);
            if (random.nextBoolean()) {
                text.append(' ');
            }
        } else if (choice == 1) {
            text.append("^^");
            outcome.append("^^");
            iri(text, outcome);
        }
    }

    /** A string with escapes of all kinds; {@code all} allows those that facets lack. */
    private void quoted(StringBuilder text, StringBuilder outcome, boolean all) {
        outcome.append(all ? "\"" : "");
        text.append('"');
        int length = random.nextInt(10);
        for (int index = 0; index < length; index++) {
            int letter = random.nextInt(8);
            if (letter == 0) {
                int which = random.nextInt(w3c ? 8 : 9);
                text.append('\\').append("tbnrf\"'\\v".charAt(which));
                outcome.append("\t\b\n\r\f\"'\\\u000B".charAt(which));
            } else if (letter == 1) {
                int character = character(c -> all || c < 0x10000);
                boolean wide = character > 0xFFFF || all && random.nextBoolean();
                text.append(wide ? "\\U%08X".formatted(character) : "\\u%04x".formatted(character));
                outcome.appendCodePoint(character);
            } else if (letter == 2 && !w3c && all) {
                int character = random.nextInt(0x80);
                text.append("\\x%02X".formatted(character));
                outcome.append((char) character);
            } else {
                int character = character(c -> c != '"' && c != '\\' && c != '\n' && c != '\r');
                text.appendCodePoint(character);
                outcome.appendCodePoint(character);
            }
        }
        text.append('"');
        outcome.append(all ? "\"" : "");
    }

    private void facets(StringBuilder text, StringBuilder outcome) {
        TreeMap<String, String> facets = new TreeMap<>();
        List<String> keys = new ArrayList<>(List.of("k", "since", "a.b", "weight"));
        java.util.Collections.shuffle(keys, random);
        int count = random.nextInt(1, 4);
        for (int index = 0; index < count; index++) {
            text.append(index == 0 ? '(' : ',');
            blanks(text);
            text.append(keys.get(index));
            blanks(text);
            text.append('=');
            blanks(text);
            facets.put(keys.get(index), facetValue(text));
            blanks(text);
        }
        text.append(')');
        facets.forEach((key, value) -> outcome.append(" (" + key + " " + value + ")"));
    }

    private String facetValue(StringBuilder text) {
        String[] values = {
            "",
            "STRING ",
            "13",
            "INT 13",
            "-7",
            "INT -7",
            "0x0D",
            "INT 13",
            "2.5",
            "FLOAT 2.5",
            "1e5",
            "FLOAT 100000.0",
            "true",
            "BOOL 1",
            "false",
            "BOOL 0",
            "2017-04-26",
            "DATETIME 2017-04-26"
        };
        int choice = random.nextInt(values.length / 2 + 1);
        if (choice < values.length / 2) {
            text.append(values[2 * choice]);
            return values[2 * choice + 1];
        }
        StringBuilder outcome = new StringBuilder("STRING ");
        quoted(text, outcome, false);
        return outcome.toString();
    }

    /** Drops, doubles or replaces one byte. */
    byte[] mutated(byte[] text) {
        if (text.length == 0) {
            return text;
        }
        int place = random.nextInt(text.length);
        switch (random.nextInt(3)) {
            case 0 -> {
                byte[] shorter = Arrays.copyOf(text, text.length - 1);
                System.arraycopy(text, place + 1, shorter, place, text.length - 1 - place);
                return shorter;
            }
            case 1 -> {
                byte[] longer = Arrays.copyOf(text, text.length + 1);
                System.arraycopy(text, place, longer, place + 1, text.length - place);
                return longer;
            }
            default -> {
                byte[] other = text.clone();
                String signs = "<>\"\\_:.#@^ \t\r\nuUx0a-(),=*{";
                other[place] =
                        random.nextBoolean()
                                ? (byte) signs.charAt(random.nextInt(signs.length()))
                                : (byte) random.nextInt(256);
                return other;
            }
        }
    }
}
