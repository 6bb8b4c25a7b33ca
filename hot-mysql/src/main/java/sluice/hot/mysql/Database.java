package sluice.hot.mysql;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs reads and transactions on the connections of a pool, again where that can help: a read and a
 * transaction that was not committed once more on a new connection where theirs was lost, one that
 * met a lock as often as it takes within limits. Safe for any number of threads.
 */
final class Database implements AutoCloseable {
    private static final int LOCK_TRIES_MAX = 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int PAUSE_DOUBLINGS_MAX = 7;

    private final MySqlAddress address;
    private final ConnectionPool pool;

    /** What is done on a connection. */
    interface Work<T> {
        T on(Session session) throws SQLException;
    }

    Database(MySqlAddress address, ConnectionPool pool) {
        this.address = address;
        this.pool = pool;
    }

    MySqlAddress address() {
        return address;
    }

    ConnectionPool pool() {
        return pool;
    }

    /** Runs {@code work}, which only reads. */
    <T> T read(String what, Work<T> work) throws IOException {
        for (int attempt = 1; ; attempt++) {
            ConnectionPool.Lease lease = pool.take();
            boolean usable = false;
            try {
                T result = work.on(lease.session());
                usable = true;
                return result;
            } catch (SQLException e) {
                usable = !isLost(lease.session(), e);
                boolean again = !usable || MySqlFailure.isOfAlteredTable(e);
                if (!again || attempt > 1) {
                    throw MySqlFailure.of(address, what, e);
                }
            } finally {
                pool.giveBack(lease, usable);
            }
        }
    }

    /**
     * Runs {@code work}, whose first statement begins a transaction, and commits it.
     *
     * @param repeatable whether nothing of it is there before the commit
     */
    <T> T write(String what, boolean repeatable, Work<T> work) throws IOException {
        for (int attempt = 1; ; attempt++) {
            ConnectionPool.Lease lease = pool.take();
            boolean usable = false;
            boolean committing = false;
            try {
                T result = work.on(lease.session());
                committing = true;
                lease.session().execute("COMMIT");
                usable = true;
                return result;
            } catch (SQLException e) {
                boolean lost = isLost(lease.session(), e);
                usable = !lost && rolledBack(lease.session(), e);
                if (committing && lost) {
                    throw MySqlFailure.of(
                            address,
                            what + " may or may not have been applied, the end is lost",
                            e);
                }
                boolean again =
                        repeatable
                                && (MySqlFailure.isOfLocks(e) && attempt <= LOCK_TRIES_MAX
                                        || lost && attempt == 1);
                if (!again) {
                    throw MySqlFailure.of(address, what + " was not applied", e);
                }
            } catch (RuntimeException e) {
                usable = rolledBack(lease.session(), e);
                throw e;
            } finally {
                pool.giveBack(lease, usable);
            }
            LockSupport.parkNanos(PAUSE_NANOS << Math.min(attempt - 1, PAUSE_DOUBLINGS_MAX));
        }
    }

    static boolean isLost(Session session, SQLException failure) {
        try {
            return MySqlFailure.isLost(failure) || session.isClosed();
        } catch (SQLException e) {
            failure.addSuppressed(e);
            return true;
        }
    }

    private static boolean rolledBack(Session session, Exception failure) {
        try {
            session.execute("ROLLBACK");
            return true;
        } catch (SQLException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
