package sluice.rdf;

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

    /** The characters of {@code span} that print in ASCII, the first ones of it. */
    static String shown(Span span) {
        StringBuilder shown = new StringBuilder("\"");
        int to = span.offset() + Math.min(span.length(), SHOWN_MAX);
        for (int position = span.offset(); position < to; position++) {
            byte value = span.bytes()[position];
            shown.append(value >= ' ' && value < 0x7f ? (char) value : '?');
        }
        return shown.append(span.length() > SHOWN_MAX ? "...\"" : "\"").toString();
    }
}
