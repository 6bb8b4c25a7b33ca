package sluice.cli.console;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Messages as people see them. They quote what a user or a file gave, which must not move the
 * cursor of a terminal, hide text, or fill the screen.
 */
public final class MessageText {
    private static final int LINE_LIMIT = 1200;
    private static final int BEGIN_LENGTH = 500;
    private static final int END_LENGTH = 500;

    private MessageText() {}

    /**
     * {@code message} without control characters, each of which becomes U+FFFD; line feeds and tabs
     * stay. A line that is too long loses its middle, as the end says what to do.
     */
    public static String shown(String message) {
        return Arrays.stream(message.split("\n"))
                .map(MessageText::line)
                .collect(Collectors.joining("\n"));
    }

    private static String line(String line) {
        StringBuilder shown = new StringBuilder();
        cut(line)
                .codePoints()
                .forEach(
                        point ->
                                shown.appendCodePoint(
                                        point == '\t' || !isHidden(point) ? point : 0xFFFD));
        return shown.toString();
    }

    private static String cut(String line) {
        int length = line.codePointCount(0, line.length());
        if (length <= LINE_LIMIT) {
            return line;
        }
        int end = line.offsetByCodePoints(line.length(), -END_LENGTH);
        return "%s… (%d more characters) …%s"
                .formatted(
                        line.substring(0, line.offsetByCodePoints(0, BEGIN_LENGTH)),
                        length - BEGIN_LENGTH - END_LENGTH,
                        line.substring(end));
    }

    /** Control characters, ends of lines, half characters, and marks that turn or hide text. */
    public static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    true;
            // Zero-width joiners belong to scripts and emoji; the others can hide or turn text.
            case Character.FORMAT -> point != 0x200C && point != 0x200D;
            default -> false;
        };
    }
}
