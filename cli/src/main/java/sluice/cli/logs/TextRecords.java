package sluice.cli.logs;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import sluice.cli.console.MessageText;

/**
 * One line a record: {@code 2026-11-24T09:30:00.125Z WARNING server.RequestRunner: message}.
 * Control characters of a message are escaped, so that nothing a client sends makes a line of its
 * own; a stack trace comes below, indented.
 */
final class TextRecords extends Formatter {
    private static final String OURS = "sluice.";

    /** Always with three digits behind the point, so that texts sort as times do. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    @Override
    public String format(LogRecord record) {
        StringBuilder text = new StringBuilder();
        text.append(time(record)).append(' ');
        text.append(level(record.getLevel())).append(' ');
        text.append(logger(record)).append(": ");
        appendEscaped(text, formatMessage(record));
        text.append('\n');
        appendTrace(text, record);
        return text.toString();
    }

    /** When it was logged, in UTC. */
    static String time(LogRecord record) {
        return TIME.format(record.getInstant());
    }

    /** The words of {@code --log-level}. */
    static String level(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return "ERROR";
        }
        if (value >= Level.WARNING.intValue()) {
            return "WARNING";
        }
        return value >= Level.INFO.intValue() ? "INFO" : "DEBUG";
    }

    /** The name of the record's logger, of our own without what all have in common. */
    static String logger(LogRecord record) {
        String name = record.getLoggerName();
        if (name == null) {
            return "-";
        }
        return name.startsWith(OURS) ? name.substring(OURS.length()) : name;
    }

    /** The stack trace of the record's failure; empty where it has none. */
    static String trace(LogRecord record) {
        if (record.getThrown() == null) {
            return "";
        }
        StringWriter trace = new StringWriter();
        record.getThrown().printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    private static void appendTrace(StringBuilder text, LogRecord record) {
        trace(record)
                .lines()
                .forEach(
                        line -> {
                            text.append("    ");
                            appendEscaped(text, line.strip());
                            text.append('\n');
                        });
    }

    /** Hidden in a message too, or a joiner: programs search logs for texts. */
    static boolean isHidden(int point) {
        return MessageText.isHidden(point) || Character.getType(point) == Character.FORMAT;
    }

    /** Appends {@code message}; what is hidden becomes {@code \\uXXXX}, as in Java and JSON. */
    static void appendEscaped(StringBuilder text, String message) {
        message.codePoints()
                .forEach(
                        point -> {
                            if (!isHidden(point)) {
                                text.appendCodePoint(point);
                                return;
                            }
                            for (char unit : Character.toChars(point)) {
                                text.append("\\u%04x".formatted((int) unit));
                            }
                        });
    }
}
