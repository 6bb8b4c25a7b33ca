package sluice.hot.mysql;

import java.io.IOException;
import java.sql.SQLException;

/**
 * A connection on which everything is read as it was at one moment, where the engine can do that.
 * Belongs to one thread, which closes it.
 */
final class ConsistentReads implements AutoCloseable {
    private static final String BEGIN =
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;"
                    + " START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY";

    private final Database database;
    private final ConnectionPool.Lease lease;
    private boolean usable = true;
    private boolean closed;

    private ConsistentReads(Database database, ConnectionPool.Lease lease) {
        this.database = database;
        this.lease = lease;
    }

    /** The state of now; a lost connection is found out here, where another one can be taken. */
    static ConsistentReads open(Database database) throws IOException {
        for (int attempt = 1; ; attempt++) {
            ConnectionPool.Lease lease = database.pool().take();
            try {
                lease.session().execute(BEGIN);
                return new ConsistentReads(database, lease);
            } catch (SQLException e) {
                boolean lost = Database.isLost(lease.session(), e);
                database.pool().giveBack(lease, false);
                if (!lost || attempt > 1) {
                    throw MySqlFailure.of(database.address(), "a list was not read", e);
                }
            }
        }
    }

    <T> T read(Database.Work<T> work) throws IOException {
        try {
            return work.on(lease.session());
        } catch (SQLException e) {
            usable = false;
            throw MySqlFailure.of(database.address(), "a list was not read", e);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (usable) {
                lease.session().execute("COMMIT");
            }
        } catch (SQLException e) {
            // All that was wanted has been read; the connection is given up.
            usable = false;
        } finally {
            database.pool().giveBack(lease, usable);
        }
    }
}
