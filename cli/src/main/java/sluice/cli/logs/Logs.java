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
import org.jspecify.annotations.Nullable;

/**
 * The log of this process while a verb runs: the records of all loggers go to one sink. A sink that
 * fails does not stop who logs: the first failure is reported on standard error, later records are
 * tried again.
 *
 * <p>A log that is opened before the first logger is there costs nothing until then.
 */
public final class Logs implements AutoCloseable {
    /** Opened before the first logger, in their order; guarded by the class, as all below. */
    private static final List<Logs> WAITING = new ArrayList<>();

    /** The handlers that Java had before the first log was opened. */
    private static final List<Handler> REPLACED = new ArrayList<>();

    private static boolean isLoggerAwaited;
    private static int attached;

    private final LogSink sink;
    private final LogFormat format;
    private final Level level;
    private @Nullable Handler handler;

    private Logs(LogSink sink, LogFormat format, Level level) {
        this.sink = sink;
        this.format = format;
        this.level = level;
    }

    /** Lets logs wait for the first logger: Java's keeper of loggers must tell of it. */
    public static synchronized void awaitLogger() {
        isLoggerAwaited = true;
    }

    /** Attaches the logs that wait. */
    static synchronized void firstLogger() {
        if (isLoggerAwaited) {
            isLoggerAwaited = false;
            WAITING.forEach(Logs::attach);
            WAITING.clear();
        }
    }

    static Logs to(LogSink sink, LogFormat format, Level level) {
        Logs logs = new Logs(sink, format, level);
        synchronized (Logs.class) {
            if (isLoggerAwaited) {
                WAITING.add(logs);
            } else {
                logs.attach();
            }
        }
        return logs;
    }

    private void attach() {
        Logger root = Logger.getLogger("");
        if (attached++ == 0) {
            for (Handler each : root.getHandlers()) {
                REPLACED.add(each);
                root.removeHandler(each);
            }
        }
        handler = new SinkHandler(sink, format.formatter());
        handler.setLevel(level);
        // Libraries below info are for their makers; ours are asked for by --log-level debug.
        if (level.intValue() < Level.INFO.intValue()) {
            ours().setLevel(level);
        }
        root.addHandler(handler);
    }

    private static Logger ours() {
        return Logger.getLogger("sluice");
    }

    /** Writes a record that few logs have: where none has it, no logger is made for it. */
    public static void info(Class<?> writer, String message) {
        synchronized (Logs.class) {
            if (isLoggerAwaited && WAITING.stream().noneMatch(Logs::hasInfo)) {
                return;
            }
        }
        Logger.getLogger(writer.getName()).info(message);
    }

    private boolean hasInfo() {
        return level.intValue() <= Level.INFO.intValue();
    }

    /** Gives back the log that was there before, and closes the sink. */
    @Override
    public void close() throws IOException {
        Handler own;
        synchronized (Logs.class) {
            WAITING.remove(this);
            own = handler;
            if (own != null) {
                Logger root = Logger.getLogger("");
                root.removeHandler(own);
                if (--attached == 0) {
                    ours().setLevel(null);
                    REPLACED.forEach(root::addHandler);
                    REPLACED.clear();
                }
            }
        }
        if (own == null) {
            sink.close();
        } else {
            own.close();
        }
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
