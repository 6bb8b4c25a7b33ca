package sluice.schema;

import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * One line of a schema file while it is read from left to right, and the errors that name a place
 * in it. Columns count characters from 1.
 */
final class SchemaLine {
    private final String file;
    private final int number;
    private final String text;
    private int at;

    SchemaLine(String file, int number, String text) {
        this.file = file;
        this.number = number;
        this.text = text;
    }

    /** Where the next character is. */
    int position() {
        return at;
    }

    int number() {
        return number;
    }

    void skipBlanks() {
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\u000B';
    }

    /** Passes over blanks; whether nothing but a comment is left. */
    boolean isAtEnd() {
        skipBlanks();
        return at == text.length() || text.charAt(at) == '#';
    }

    /** Whether {@code c} is next. */
    boolean sees(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    /** Passes over blanks, and over {@code c} if it is next; returns whether it was. */
    boolean take(char c) {
        skipBlanks();
        if (!sees(c)) {
            return false;
        }
        at++;
        return true;
    }

    void require(char c, String remedy) {
        if (!take(c)) {
            throw unexpected("'" + c + "'", remedy);
        }
    }

    void goBackTo(int position) {
        at = position;
    }

    /** The letters from here on; empty where there is none. */
    String letters() {
        int from = at;
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    /** A name without brackets; empty where there is none. */
    String name() {
        skipBlanks();
        int from = at;
        if (at < text.length() && SchemaNames.isFirst(text.charAt(at))) {
            while (at < text.length() && SchemaNames.isLater(text.charAt(at))) {
                at++;
            }
        }
        return text.substring(from, at);
    }

    /** What stands between angle brackets, the first of which is next. */
    String inAngles() {
        int from = at;
        for (at++; at < text.length() && text.charAt(at) != '>'; at++) {
            if (!SchemaNames.isOfIri(text.charAt(at))) {
                throw fault(
                        at,
                        "found %s inside < >, which cannot stand there; remove it"
                                .formatted(shown(at)));
            }
        }
        if (at == text.length()) {
            throw fault(from, "found < without >, expected both; add >");
        }
        return text.substring(from + 1, at++);
    }

    /** What stands between quotes. */
    String quoted() {
        skipBlanks();
        int from = at;
        int end = sees('"') ? text.indexOf('"', at + 1) : -1;
        if (end < 0) {
            throw unexpected("a text in double quotes on this line", "write \"...\"");
        }
        at = end + 1;
        return text.substring(from + 1, end);
    }

    /** A number in brackets, the first of which is next: a namespace. */
    long namespace() {
        int from = ++at;
        int end = text.indexOf(']', from);
        String digits = end < 0 ? "" : text.substring(from, end).strip();
        try {
            at = end + 1;
            return digits.startsWith("0x")
                    ? Long.parseUnsignedLong(digits, 2, digits.length(), 16)
                    : Long.parseUnsignedLong(digits);
        } catch (NumberFormatException notANumber) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    place(from)
                            + "found no namespace between [ and ], expected an unsigned 64-bit"
                            + " number; write it in decimal or as 0x...",
                    notANumber);
        }
    }

    void requireEnd(String after) {
        if (!isAtEnd()) {
            throw unexpected(
                    "the end of the line after " + after, "put what follows on a line of its own");
        }
    }

    /** What stands here is not what was expected. */
    SluiceException unexpected(String expected, String remedy) {
        skipBlanks();
        return fault(at, "found %s, expected %s; %s".formatted(shown(at), expected, remedy));
    }

    SluiceException fault(int position, String message) {
        return new SluiceException(ErrorCode.CONFIG, place(position) + message);
    }

    private String place(int position) {
        int column = text.codePointCount(0, Math.min(position, text.length())) + 1;
        return "%s:%d:%d: ".formatted(file, number, column);
    }

    private String shown(int position) {
        if (position >= text.length()) {
            return "the end of the line";
        }
        int c = text.codePointAt(position);
        return c < ' ' || (c >= 0x7F && c < 0xA0)
                ? "U+%04X".formatted(c)
                : "'" + Character.toString(c) + "'";
    }
}
