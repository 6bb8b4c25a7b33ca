package sluice.cli.logs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The log of this process while a verb runs: the records of all loggers go to one sink. A sink that
 * fails does not stop who logs: the first failure is reported on standard error, later records are
 * tried again.
 */
public final class Logs implements AutoCloseable {
    /** The handlers that Java had before the first log was opened; guarded by the class. */
    private static final List<Handler> REPLACED = new ArrayList<>();

    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger OURS = Logger.getLogger("sluice");
    private static int opened;

    private final SinkHandler handler;

    private Logs(SinkHandler handler) {
        this.handler = handler;
    }

    static Logs to(LogSink sink, LogFormat format, Level level) {
        SinkHandler handler = new SinkHandler(sink, format.formatter());
        handler.setLevel(level);
        synchronized (Logs.class) {
            if (opened++ == 0) {
                for (Handler each : ROOT.getHandlers()) {
                    REPLACED.add(each);
                    ROOT.removeHandler(each);
                }
            }
            // Libraries below info are for their makers; ours are asked for by --log-level debug.
            if (level.intValue() < Level.INFO.intValue()) {
                OURS.setLevel(level);
            }
            ROOT.addHandler(handler);
        }
        return new Logs(handler);
    }

    /** Gives back the log that was there before, and closes the sink. */
    @Override
    public void close() {
        synchronized (Logs.class) {
            ROOT.removeHandler(handler);
            if (--opened == 0) {
                OURS.setLevel(null);
                REPLACED.forEach(ROOT::addHandler);
                REPLACED.clear();
            }
        }
        handler.close();
    }

    private static final class SinkHandler extends Handler {
        private final LogSink sink;

        SinkHandler(LogSink sink, Formatter formatter) {
            this.sink = sink;
            setFormatter(formatter);
        }

        @Override
        public synchronized void publish(LogRecord record) {
            if (!isLoggable(record)) {
                return;
            }
            try {
                sink.write(getFormatter().format(record).getBytes(StandardCharsets.UTF_8));
            } catch (IOException | RuntimeException e) {
                reportError(null, e, ErrorManager.WRITE_FAILURE);
            }
        }

        @Override
        public void flush() {
            // Each record is written at once.
        }

        @Override
        public synchronized void close() {
            try {
                sink.close();
            } catch (IOException e) {
                reportError(null, e, ErrorManager.CLOSE_FAILURE);
            }
        }
    }
}
