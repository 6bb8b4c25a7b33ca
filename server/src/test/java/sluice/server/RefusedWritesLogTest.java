package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import sluice.model.MemoryGraph;

/** The log lines of a server that takes no writes. */
class RefusedWritesLogTest {
    private static final String REASON = "the disk of this test is full";

    private static final class Lines extends Handler {
        private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** Refuses writes, and knows when it was asked for the second time. */
    private static final class Refusing implements ServerStatus {
        private final CountDownLatch looks = new CountDownLatch(2);
        private final boolean isInRing;

        Refusing(boolean isInRing) {
            this.isInRing = isInRing;
        }

        @Override
        public Optional<String> writesRefused() {
            looks.countDown();
            return Optional.of(REASON);
        }

        @Override
        public boolean isInRing() {
            return isInRing;
        }

        @Override
        public StatusReport report() {
            return StatusReport.COMPLETE;
        }
    }

    /** A node of a ring says nothing: it never takes one. */
    @Test
    void aServerWarnsThatItTakesNoWritesAndANodeOfARingDoesNot() throws InterruptedException {
        assertEquals(List.of("WARNING no write is taken: " + REASON), linesOf(new Refusing(false)));
        assertEquals(List.of(), linesOf(new Refusing(true)));
    }

    /** The lines of the first look at the status: one thread looks, and has looked twice. */
    private static List<String> linesOf(Refusing status) throws InterruptedException {
        Lines heard = new Lines();
        Logger log = Logger.getLogger(SluiceServer.class.getName());
        log.addHandler(heard);
        ServerOptions options = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        try (SluiceServer _ = SluiceServer.start(options, new MemoryGraph(1), status)) {
            assertEquals(true, status.looks.await(1, TimeUnit.MINUTES));
        } finally {
            log.removeHandler(heard);
        }
        List<String> lines = new ArrayList<>(heard.lines);
        lines.removeIf(line -> !line.contains(REASON));
        return lines;
    }
}
