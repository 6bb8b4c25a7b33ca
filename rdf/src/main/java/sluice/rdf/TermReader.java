package sluice.rdf;

import java.nio.charset.StandardCharsets;

/**
 * Reads single terms: IRIs, blank labels, strings and languages. Belongs to one parser.
 *
 * <p>Each method begins at the first byte of a term, returns the place behind it or {@link
 * Fault#FOUND}, and leaves bytes without escapes where they are. The text must hold a line end
 * behind each place from which a term is read; no term holds one, so nothing is read behind it.
 *
 * <p>Hot: costs about half a nanosecond a byte.
 */
final class TermReader {
    private static final String ESCAPED = "tbnrf\"'\\";
    private static final byte[] MEANT = "\t\b\n\r\f\"'\\".getBytes(StandardCharsets.US_ASCII);

    /**
     * Escapes of strings that are not allowed everywhere: {@code \\U}, {@code \\v}, {@code \\x}.
     */
    private static final int UNIVERSAL = 1;

    private static final int VERTICAL = 2;
    private static final int BYTE = 4;

    private final boolean w3c;
    private final StatementFault fault;

    /** The characters of terms with escapes, decoded. */
    private byte[] decoded = new byte[256];

    private int decodedLength;

    TermReader(RdfDialect dialect, StatementFault fault) {
        this.w3c = dialect == RdfDialect.W3C;
        this.fault = fault;
    }

    /** Forgets the terms that were read before. */
    void clear() {
        decodedLength = 0;
    }

    /** Reads the text between angle brackets. */
    int iri(byte[] text, int from, Span into) {
        int start = from + 1;
        int position = start;
        while (true) {
            while (Letters.is(text[position], Letters.IRI)) {
                position++;
            }
            if (text[position] == '>') {
                into.set(text, start, position - start);
                return position + 1;
            }
            if (text[position] == '\\') {
                return escapedIri(text, start, position, into);
            }
            int length = aboveAscii(text, position);
            if (length == 0) {
                return inIri(text, position);
            }
            position += length;
        }
    }

    /** Reads an IRI whose first escape is at {@code escape}. */
    private int escapedIri(byte[] text, int start, int escape, Span into) {
        int offset = begin(text, start, escape);
        int position = escape;
        while (text[position] != '>') {
            int length = 1;
            if (text[position] == '\\') {
                int character = universal(text, position);
                if (character < 0) {
                    return StatementFault.FOUND;
                }
                if (character < 0x80 && !Letters.is((byte) character, Letters.IRI)) {
                    return fault.set(
                            position,
                            StatementFault.code(character)
                                    + " must not be in an IRI, escaped either");
                }
                decodedLength = Utf8Characters.put(decoded, decodedLength, character);
                position += text[position + 1] == 'u' ? 6 : 10;
                continue;
            }
            if (!Letters.is(text[position], Letters.IRI)) {
                length = aboveAscii(text, position);
                if (length == 0) {
                    return inIri(text, position);
                }
            }
            copy(text, position, length);
            position += length;
        }
        into.set(decoded, offset, decodedLength - offset);
        return position + 1;
    }

    private int inIri(byte[] text, int position) {
        byte value = text[position];
        if (value == '\n' || value == '\r') {
            return fault.unexpected(text, position, "'>' at the end of the IRI");
        }
        String found = StatementFault.at(text, position);
        return fault.set(
                position,
                value < 0 ? found : found + " must not be in an IRI; write it as %" + hex(value));
    }

    private static String hex(byte value) {
        return Integer.toHexString(0x100 | value).substring(1);
    }

    /** Reads a blank node, {@code _:} and its label. */
    int blank(byte[] text, int from, Term into) {
        if (text[from + 1] != ':') {
            return fault.unexpected(text, from + 1, "':' behind '_'");
        }
        int start = from + 2;
        int end = text[start] == '-' ? start : labelEnd(text, start);
        if (end == start) {
            return fault.unexpected(text, start, "a letter, a digit or '_' to begin a label");
        }
        into.set(Term.Kind.BLANK, text, start, end - start);
        return end;
    }

    /** Where the label ends that begins at {@code start}, but not with '-'. */
    private int labelEnd(byte[] text, int start) {
        int position = start;
        int end = start;
        while (true) {
            int letters = position;
            while (Letters.is(text[position], Letters.LABEL)) {
                position++;
            }
            end = position > letters ? position : end;
            byte value = text[position];
            if (value == '.' && position > start) {
                position++;
            } else if (value == ':' && !w3c) {
                end = ++position;
            } else {
                int length = aboveAscii(text, position);
                if (length == 0 || !isInLabel(text, position, length, position == start)) {
                    return end;
                }
                position += length;
                end = position;
            }
        }
    }

    private static boolean isInLabel(byte[] text, int position, int length, boolean first) {
        int character = Utf8Characters.character(text, position, length);
        return first ? Letters.isLabelStart(character) : Letters.isLabelPart(character);
    }

    /** Reads the string of a literal, in quotes. */
    int string(byte[] text, int from, Span into) {
        return string(text, from, w3c ? UNIVERSAL : UNIVERSAL | VERTICAL | BYTE, into);
    }

    /** Reads the string of a facet, in quotes. */
    int facetString(byte[] text, int from, Span into) {
        return string(text, from, VERTICAL, into);
    }

    private int string(byte[] text, int from, int escapes, Span into) {
        int start = from + 1;
        int position = start;
        while (true) {
            while (Letters.is(text[position], Letters.STRING)) {
                position++;
            }
            if (text[position] == '"') {
                into.set(text, start, position - start);
                return position + 1;
            }
            if (text[position] == '\\') {
                return escapedString(text, start, position, escapes, into);
            }
            int length = aboveAscii(text, position);
            if (length == 0) {
                return inString(text, position);
            }
            position += length;
        }
    }

    /**
     * Reads a string whose first escape is at {@code escape}; {@code escapes} are allowed besides
     * those of one letter and {@code \\u}.
     */
    private int escapedString(byte[] text, int start, int escape, int escapes, Span into) {
        int offset = begin(text, start, escape);
        int position = escape;
        while (text[position] != '"') {
            int length = 1;
            if (text[position] == '\\') {
                position = escape(text, position, escapes);
                if (position == StatementFault.FOUND) {
                    return StatementFault.FOUND;
                }
                continue;
            }
            if (!Letters.is(text[position], Letters.STRING)) {
                length = aboveAscii(text, position);
                if (length == 0) {
                    return inString(text, position);
                }
            }
            copy(text, position, length);
            position += length;
        }
        into.set(decoded, offset, decodedLength - offset);
        return position + 1;
    }

    /** Decodes one escape of a string and returns the place behind it. */
    private int escape(byte[] text, int position, int escapes) {
        byte letter = text[position + 1];
        int plain = ESCAPED.indexOf(letter);
        if (plain >= 0) {
            decoded[decodedLength++] = MEANT[plain];
            return position + 2;
        }
        if (letter == 'u' || letter == 'U' && (escapes & UNIVERSAL) != 0) {
            int character = universal(text, position);
            if (character < 0) {
                return StatementFault.FOUND;
            }
            decodedLength = Utf8Characters.put(decoded, decodedLength, character);
            return position + (letter == 'u' ? 6 : 10);
        }
        if (letter == 'v' && (escapes & VERTICAL) != 0) {
            decoded[decodedLength++] = 0xB;
            return position + 2;
        }
        if (letter == 'x' && (escapes & BYTE) != 0) {
            int value = hexDigits(text, position + 2, 2);
            if (value < 0 || value > 0x7f) {
                return fault.set(position, "\\x requires two hexadecimal digits, at most 7f");
            }
            decoded[decodedLength++] = (byte) value;
            return position + 4;
        }
        String others =
                ((escapes & UNIVERSAL) != 0 ? " \\U" : "")
                        + ((escapes & VERTICAL) != 0 ? " \\v" : "")
                        + ((escapes & BYTE) != 0 ? " \\x" : "");
        return fault.set(
                position + 1,
                "escape \\ followed by "
                        + StatementFault.at(text, position + 1)
                        + " is not one of \\t \\b \\n \\r \\f \\\" \\' \\\\ \\u"
                        + others);
    }

    private int inString(byte[] text, int position) {
        byte value = text[position];
        return value == '\n' || value == '\r'
                ? fault.unexpected(text, position, "'\"' at the end of the string")
                : fault.set(position, StatementFault.at(text, position));
    }

    /** The character of {@code \\u} or {@code \\U} at {@code position}, or -1 and a fault. */
    private int universal(byte[] text, int position) {
        byte letter = text[position + 1];
        if (letter != 'u' && letter != 'U') {
            return fault.set(
                    position,
                    "escapes in an IRI are \\u and \\U; found \\ and "
                            + StatementFault.at(text, position + 1));
        }
        int digits = letter == 'u' ? 4 : 8;
        int character = hexDigits(text, position + 2, digits);
        if (character < 0) {
            return fault.set(
                    position,
                    "\\"
                            + (char) letter
                            + " requires "
                            + digits
                            + " hexadecimal digits, at most U+10FFFF");
        }
        if (!Utf8Characters.isScalar(character)) {
            return fault.set(
                    position,
                    StatementFault.code(character)
                            + (character <= Character.MAX_SURROGATE
                                    ? " is half of a character; write the whole one as it is, or as"
                                            + " \\U and 8 hexadecimal digits"
                                    : " is not a character; expected one up to U+10FFFF"));
        }
        return character;
    }

    /** The number that {@code count} digits make; -1 if there are fewer, or above 2^31 - 1. */
    private static int hexDigits(byte[] text, int from, int count) {
        long number = 0;
        for (int index = 0; index < count; index++) {
            int digit = Letters.hexDigit(text[from + index]);
            if (digit < 0) {
                return -1;
            }
            number = number << 4 | digit;
        }
        return number > Integer.MAX_VALUE ? -1 : (int) number;
    }

    /** Reads a language behind {@code @}, which is at {@code from}. */
    int language(byte[] text, int from, Span into) {
        int start = from + 1;
        int end = languageEnd(text, start);
        if (end == start) {
            return fault.unexpected(text, start, "a letter to begin a language");
        }
        if (text[end] == '-' && text[end + 1] == '-') {
            return fault.set(
                    end,
                    "directions of text are part of RDF 1.2, which is not accepted;"
                            + " expected a language such as @en");
        }
        if (text[end] == '-') {
            return fault.unexpected(text, end + 1, "a letter or a digit behind '-' in a language");
        }
        into.set(text, start, end - start);
        return end;
    }

    /** Where the language ends that begins at {@code start}; {@code start} if none does. */
    private static int languageEnd(byte[] text, int start) {
        int end = start;
        while (Letters.is(text[end], Letters.ALPHA)) {
            end++;
        }
        while (end > start && text[end] == '-') {
            int part = end + 1;
            while (Letters.is(text[part], Letters.ALPHA | Letters.DIGIT)) {
                part++;
            }
            if (part == end + 1) {
                break;
            }
            end = part;
        }
        return end;
    }

    private static int aboveAscii(byte[] text, int position) {
        return text[position] < 0 ? Utf8Characters.sequenceLength(text, position) : 0;
    }

    /** Makes room for a term up to the end of its line, and copies what is before its escape. */
    private int begin(byte[] text, int start, int escape) {
        int end = escape;
        while (Letters.is(text[end], Letters.COMMENT) || text[end] < 0) {
            end++;
        }
        if (decoded.length - decodedLength < end - start) {
            // Terms that were read before keep the array that they are in.
            decoded = new byte[Math.max(2 * decoded.length, end - start)];
            decodedLength = 0;
        }
        int offset = decodedLength;
        copy(text, start, escape - start);
        return offset;
    }

    private void copy(byte[] text, int from, int length) {
        System.arraycopy(text, from, decoded, decodedLength, length);
        decodedLength += length;
    }
}
