package sluice.cli.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** A log that was opened before Java has a logger. Java's keeper of loggers is played here. */
@ResourceLock(Resources.GLOBAL)
class LogsTest {
    private final List<String> written = new ArrayList<>();
    private boolean isClosed;

    private final LogSink sink =
            new LogSink() {
                @Override
                public void write(byte[] record) {
                    written.add(new String(record, StandardCharsets.UTF_8));
                }

                @Override
                public void close() {
                    isClosed = true;
                }
            };

    @Test
    void logThatWaitsHasTheFirstRecord() throws IOException {
        Logs.awaitLogger();
        try (Logs _ = Logs.to(sink, LogFormat.TEXT, Level.WARNING)) {
            Logs.firstLogger();
            Logger.getLogger("sluice.test").warning("the first");
        }
        Logger.getLogger("sluice.test").fine("after the log");
        assertEquals(1, written.size(), written.toString());
        assertTrue(written.getFirst().endsWith("the first\n"), written.toString());
        assertTrue(isClosed);
    }

    @Test
    void recordThatNoLogHasMakesNoLogger() throws IOException {
        Logs.awaitLogger();
        try (Logs _ = Logs.to(sink, LogFormat.TEXT, Level.WARNING)) {
            Logs.info(LogsTest.class, "left out");
        } finally {
            Logs.firstLogger();
        }
        assertEquals(List.of(), written);
        assertTrue(isClosed);
    }

    @Test
    void recordOfALogThatWaitsIsWritten() throws IOException {
        Logs.awaitLogger();
        try (Logs _ = Logs.to(sink, LogFormat.TEXT, Level.INFO)) {
            // In a process of its own the logger of this record is the first, which attaches.
            Logs.firstLogger();
            Logs.info(LogsTest.class, "taken");
        }
        assertEquals(1, written.size(), written.toString());
    }
}
