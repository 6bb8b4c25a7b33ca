package sluice.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What is wrong with a statement, and where. Filled on the way out of a statement that is. */
final class StatementFault {
    /** What methods return in place of a position where they have filled the fault. */
    static final int FOUND = -1;

    private static final int SHOWN_MAX = 40;

    private int position;
    private String cause = "";

    /** Where in the text the fault is. */
    int position() {
        return position;
    }

    /** What was found and what was expected. */
    String cause() {
        return cause;
    }

    int set(int position, String cause) {
        this.position = position;
        this.cause = cause;
        return FOUND;
    }

    /** Something else than {@code expected} is at {@code position}. */
    int unexpected(byte[] text, int position, String expected) {
        return set(position, "found " + at(text, position) + "; expected " + expected);
    }

    /** What is at {@code position}, in words. */
    static String at(byte[] text, int position) {
        int value = text[position] & 0xff;
        if (value == '\n' || value == '\r') {
            return "the end of the line";
        }
        if (value < 0x80) {
            return value > ' ' && value < 0x7f
                    ? "'" + (char) value + "'"
                    : value == ' ' ? "a space" : code(value);
        }
        int length = Utf8Characters.sequenceLength(text, position);
        return length == 0
                ? String.format(Locale.ROOT, "byte 0x%02x, which is not UTF-8", value)
                : code(Utf8Characters.character(text, position, length));
    }

    static String code(int character) {
        return String.format(Locale.ROOT, "U+%04X", character);
    }

    /** The first characters of {@code span}, and {@code ?} for each that does not print. */
    static String shown(Span span) {
        int length = Math.min(span.length(), SHOWN_MAX);
        // A character is not divided.
        while (length < span.length() && (span.bytes()[span.offset() + length] & 0xc0) == 0x80) {
            length--;
        }
        StringBuilder shown = new StringBuilder("\"");
        new String(span.bytes(), span.offset(), length, StandardCharsets.UTF_8)
                .codePoints()
                .map(character -> isPrinted(character) ? character : '?')
                .forEach(shown::appendCodePoint);
        return shown.append(length < span.length() ? "...\"" : "\"").toString();
    }

    private static boolean isPrinted(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> character != 0xfffd;
        };
    }
}
