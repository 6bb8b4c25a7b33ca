package sluice.hot.rocksdb;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts who uses a database, so that its native memory is freed after the last of them and nobody
 * begins later: a call into freed memory ends the process.
 *
 * <p>Thread-safe. A use costs two atomic additions, each in a place that few threads share. It may
 * be ended by another thread than the one that began it.
 */
final class UseCount {
    private static final int PLACES = 16;

    /** Two cache lines apart, since a processor fetches two at once. */
    private static final int LONGS_PER_PLACE = 16;

    private static final long WAIT_NANOS = 100_000;

    /** About ten seconds, after which the log says what is waited for. */
    private static final int WAITS_UNSAID = 50_000;

    private static final Logger LOG = System.getLogger(UseCount.class.getName());

    private final AtomicLongArray uses = new AtomicLongArray(PLACES * LONGS_PER_PLACE);
    private volatile boolean closed;

    /** Begins a use; throws once the database is closed. Hot. */
    void begin() throws IOException {
        int place = place();
        uses.getAndIncrement(place);
        // Whoever closes has set this before it counts, so that it sees the use, or is seen here.
        if (closed) {
            uses.getAndDecrement(place);
            throw isClosed();
        }
    }

    /** Ends a use that {@link #begin} began. Hot. */
    void end() {
        uses.getAndDecrement(place());
    }

    /** Throws once the database is closed: for answers that need no use of it. Hot. */
    void check() throws IOException {
        if (closed) {
            throw isClosed();
        }
    }

    /** Lets no use begin any more and waits for the last one to end; false if it was called. */
    synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        for (int waits = 1; count() > 0; waits++) {
            if (waits == WAITS_UNSAID) {
                LOG.log(
                        Level.WARNING,
                        "the hot store waits to be closed: reads, lists or scans of it are open, count="
                                + count());
            }
            LockSupport.parkNanos(WAIT_NANOS);
        }
        return true;
    }

    /** No less than those that are not ended: each began before this counts. */
    private long count() {
        long count = 0;
        for (int place = 0; place < uses.length(); place += LONGS_PER_PLACE) {
            count += uses.get(place);
        }
        return count;
    }

    private static int place() {
        return (int) (Thread.currentThread().threadId() % PLACES) * LONGS_PER_PLACE;
    }

    private static IOException isClosed() {
        return new IOException("the hot store was closed");
    }
}
