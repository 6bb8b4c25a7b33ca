package sluice.ingest.row;

import java.util.Locale;

/**
 * Shows bytes of a row in a message: in quotes, shortened, everything that does not print escaped.
 */
final class FoundText {
    private static final int CHARS_MAX = 60;

    private FoundText() {}

    static String of(byte[] bytes, int from, int length) {
        StringBuilder text = new StringBuilder("\"");
        int position = from;
        int end = from + length;
        while (position < end) {
            int sequence = Utf8.sequenceLength(bytes, position, end);
            String shown = sequence == 0 ? "" : printable(bytes, position, sequence);
            if (shown.isEmpty()) {
                sequence = 1;
                shown = escaped(bytes[position] & 0xff);
            }
            if (text.length() + shown.length() > CHARS_MAX + 1) {
                return text.append("...\"").toString();
            }
            text.append(shown);
            position += sequence;
        }
        return text.append('"').toString();
    }

    /** The character of one UTF-8 sequence, or nothing when it does not print as itself. */
    private static String printable(byte[] bytes, int position, int sequence) {
        int character = Utf8.codePoint(bytes, position, sequence);
        boolean plain =
                switch (Character.getType(character)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR ->
                            false;
                    default -> character != '"' && character != '\\';
                };
        return plain ? Character.toString(character) : "";
    }

    private static String escaped(int value) {
        return switch (value) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format(Locale.ROOT, "\\x%02x", value);
        };
    }
}
