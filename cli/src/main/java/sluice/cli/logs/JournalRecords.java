package sluice.cli.logs;

import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Collectors;

/**
 * As text, each line with the number of its level in front, as {@code sd-daemon(3)} has it: the
 * journal keeps the level, and {@code journalctl -p warning} shows what it should.
 */
final class JournalRecords extends Formatter {
    private final TextRecords text = new TextRecords();

    @Override
    public String format(LogRecord record) {
        String prefix = "<%d>".formatted(priority(record.getLevel()));
        return text.format(record)
                .lines()
                .map(line -> prefix + line + "\n")
                .collect(Collectors.joining());
    }

    /**
     * The numbers of syslog: 3 is an error, 4 a warning, 6 information, 7 for those who look for
     * mistakes.
     */
    private static int priority(Level level) {
        return switch (TextRecords.level(level)) {
            case "ERROR" -> 3;
            case "WARNING" -> 4;
            case "INFO" -> 6;
            default -> 7;
        };
    }
}
