package sluice.hot.mysql;

import java.io.IOException;
import java.sql.ResultSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Numbers of writes, taken from the server in blocks, so that no two processes hand out the same
 * one, nor one process before and after a restart. What is left of a block is lost with the
 * process. Safe for any number of threads.
 */
final class Sequences {
    private static final int BLOCK = 1 << 16;
    private static final String TAKE_BLOCK =
            "UPDATE sluice_state SET value = LAST_INSERT_ID(value + "
                    + BLOCK
                    + ") WHERE name = 'next_sequence'";

    private final Database database;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock, like {@code end}. */
    private long next;

    private long end;

    Sequences(Database database) {
        this.database = database;
    }

    /** The next number; a server that cannot be reached is an {@code UnreachableException}. */
    long next() throws IOException {
        lock.lock();
        try {
            if (next == end) {
                end = takeBlock();
                next = end - BLOCK;
            }
            return next++;
        } finally {
            lock.unlock();
        }
    }

    /** Returns where the block ends. One that is taken and lost on the way does no harm. */
    private long takeBlock() throws IOException {
        return database.read(
                "numbers for writes were not handed out",
                session -> {
                    session.execute(TAKE_BLOCK);
                    try (ResultSet row = session.query("SELECT LAST_INSERT_ID()").rows()) {
                        row.next();
                        return Query.bits(row, 1);
                    }
                });
    }
}
