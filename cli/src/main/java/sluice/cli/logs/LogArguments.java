package sluice.cli.logs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import sluice.cli.console.ResultFile;
import sluice.cli.options.OptionValues;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** The options of the log, for the verbs whose processes run for long. */
public final class LogArguments {
    /** The smallest {@code --log-size}: files of a few records would lose what they are for. */
    private static final long SIZE_MIN = 4096;

    private static final int KEEP_MAX = 1000;

    /** The least severe level that is written. */
    enum Threshold {
        ERROR(Level.SEVERE),
        WARNING(Level.WARNING),
        INFO(Level.INFO),
        DEBUG(Level.FINE);

        private final Level level;

        Threshold(Level level) {
            this.level = level;
        }

        Level level() {
            return level;
        }
    }

    @Option(
            names = "--log-file",
            paramLabel = "FILE",
            description =
                    "Write the log to this file, not to standard error; the file grows at its end,"
                            + " and may be moved away by other programs.")
    private @Nullable Path file;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            description =
                    "How records are written: text, json (an object a line), or journal (lines with the levels"
                            + " of systemd's journal). Default: text; journal where standard error"
                            + " is the journal.")
    private @Nullable LogFormat format;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            description =
                    "Which records are written: error, warning, info or debug, each with those before"
                            + " it (default: info in a file and in the journal, else warning).")
    private @Nullable Threshold threshold;

    @Option(
            names = "--log-size",
            paramLabel = "SIZE",
            defaultValue = "10m",
            converter = OptionValues.Bytes.class,
            description =
                    "How long the file becomes before it is renamed and a new one begins, 4096 or"
                            + " more (default: 10m).")
    private long sizeBytes = 10 << 20;

    @Option(
            names = "--log-keep",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "How many renamed files are kept, 0 to 1000; their names end with a number, 1"
                            + " for the latest (default: 5).")
    private int keep = 5;

    /** The work of a verb while its log is open. */
    public interface Work {
        int run() throws IOException;
    }

    /**
     * Does {@code work} with the log that the options name. A failure that ends it is the last
     * record of a file or a journal; else standard error has it, as from all verbs.
     */
    public int during(Work work) throws IOException {
        try (Logs _ = open()) {
            try {
                return work.run();
            } catch (IOException | RuntimeException | Error failure) {
                if (isElsewhere()) {
                    record(failure);
                }
                throw failure;
            }
        }
    }

    private static void record(Throwable failure) {
        Logger log = Logger.getLogger(LogArguments.class.getName());
        if (failure instanceof SluiceException stop && stop.code() == ErrorCode.INTERRUPTED) {
            log.info("stopped: " + stop.getMessage());
        } else if (failure instanceof SluiceException known) {
            log.severe("ended: " + known.getMessage());
        } else {
            log.log(Level.SEVERE, "ended by a failure", failure);
        }
    }

    /** Whether the log is not what a person reads on standard error. */
    private boolean isElsewhere() {
        return file != null || chosenFormat() == LogFormat.JOURNAL;
    }

    private LogFormat chosenFormat() {
        if (format != null) {
            return format;
        }
        return file == null && Journal.isStandardError() ? LogFormat.JOURNAL : LogFormat.TEXT;
    }

    /** Throws if a single value is wrong. */
    public void checkValues() {
        require(sizeBytes >= SIZE_MIN, "--log-size", sizeBytes, SIZE_MIN + " bytes or more");
        require(keep >= 0 && keep <= KEEP_MAX, "--log-keep", keep, "0 to " + KEEP_MAX);
    }

    private Logs open() throws IOException {
        checkValues();
        ResultFile.check(file);
        Level level = Level.WARNING;
        if (threshold != null) {
            level = threshold.level();
        } else if (isElsewhere()) {
            level = Level.INFO;
        }
        LogSink sink =
                file == null ? LogSink.standardError() : new RotatedFile(file, sizeBytes, keep);
        return Logs.to(sink, chosenFormat(), level);
    }

    private static void require(boolean isGood, String option, long value, String expected) {
        if (!isGood) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "%s is %d; expected %s".formatted(option, value, expected));
        }
    }
}
