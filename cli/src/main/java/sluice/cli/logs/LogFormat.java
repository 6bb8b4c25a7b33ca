package sluice.cli.logs;

import java.util.function.Supplier;
import java.util.logging.Formatter;

/** The form in which records of the log are written. */
enum LogFormat {
    /** Time, level, logger, message on one line; stack traces on lines of their own. */
    TEXT(TextRecords::new),

    /** One JSON object a line. */
    JSON(JsonRecords::new),

    /** As text, each line with its level in front, as the journal of systemd understands it. */
    JOURNAL(JournalRecords::new);

    private final Supplier<Formatter> formatter;

    LogFormat(Supplier<Formatter> formatter) {
        this.formatter = formatter;
    }

    Formatter formatter() {
        return formatter.get();
    }
}
