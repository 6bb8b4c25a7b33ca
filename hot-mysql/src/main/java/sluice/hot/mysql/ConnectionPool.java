package sluice.hot.mysql;

import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The connections to one database: so many at most, made when they are needed, kept for the next
 * one who asks. Who finds none free waits, on whatever kind of thread.
 *
 * <p>A thread that holds a connection, as it has a list open, may need another one, for another
 * list. Those who hold one do not wait for those who hold none: they have as many connections again
 * among themselves, and so on for each they hold; so none waits for ever for another. Safe for any
 * number of threads.
 */
final class ConnectionPool implements AutoCloseable {
    private static final int LEVELS = 4;
    private static final long WAIT_SECONDS_MAX = 30;
    private static final int CONNECT_MILLIS_MAX = 10_000;
    private static final int ANSWER_MILLIS_MAX = 60_000;

    /** A chunk of a bulk load, or a pass over all links, may take its time. */
    private static final int LONG_ANSWER_MILLIS_MAX = 6 * 3600_000;

    private static final String SETTINGS =
            "SET SESSION sql_mode ="
                    + " 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'"
                    // MySQL 8 tells sizes of up to a day ago otherwise.
                    + " /*!80000 , SESSION information_schema_stats_expiry = 0 */,"
                    + " SESSION innodb_lock_wait_timeout = 20;"
                    // Writers of different lists do not lock the gaps between their rows.
                    + " SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private final MySqlAddress address;
    private final String password;
    private final List<Semaphore> free = new ArrayList<>();
    private final ThreadLocal<Integer> held = ThreadLocal.withInitial(() -> 0);
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock. */
    private final ArrayDeque<Session> idle = new ArrayDeque<>();

    /** Guarded by the lock. */
    private boolean closed;

    /** A connection that is in use; who took it gives it back, on the same thread. */
    record Lease(Session session, int level) {}

    ConnectionPool(MySqlAddress address, String password) {
        this.address = address;
        this.password = password;
        MySqlCertificate.require(address);
        for (int level = 0; level < LEVELS; level++) {
            free.add(new Semaphore(address.connections()));
        }
    }

    Lease take() throws IOException {
        int level = Math.min(held.get(), LEVELS - 1);
        await(free.get(level));
        try {
            Session session = takeIdle();
            if (session == null) {
                session = connect(false);
            }
            held.set(held.get() + 1);
            return new Lease(session, level);
        } catch (Throwable failure) {
            free.get(level).release();
            throw failure;
        }
    }

    private void await(Semaphore semaphore) {
        try {
            if (!semaphore.tryAcquire(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new SluiceException(
                        ErrorCode.RESOURCE,
                        "%s: none of %d connections became free within %d s; allow more by the option connections"
                                .formatted(address, address.connections(), WAIT_SECONDS_MAX));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(
                    ErrorCode.INTERRUPTED, "stopped while waiting for a connection", e);
        }
    }

    private @Nullable Session takeIdle() throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new IOException("the hot store %s is closed".formatted(address));
            }
            return idle.pollLast();
        } finally {
            lock.unlock();
        }
    }

    /** Takes a connection back. Where it is lost, the idle ones are given up too. */
    void giveBack(Lease lease, boolean usable) {
        held.set(Math.max(0, held.get() - 1));
        List<Session> unused = new ArrayList<>();
        lock.lock();
        try {
            if (!usable) {
                unused.addAll(idle);
                idle.clear();
            }
            if (usable && !closed && idle.size() < address.connections()) {
                idle.addLast(lease.session);
            } else {
                unused.add(lease.session);
            }
        } finally {
            lock.unlock();
        }
        unused.forEach(ConnectionPool::end);
        free.get(lease.level).release();
    }

    /**
     * A connection of the caller's own, which closes it: to send bulk on, or to wait long on. The
     * server may ask for the bytes of a load on it, and is given those that were handed over.
     */
    Session connectForBulk() throws IOException {
        return connect(true);
    }

    private Session connect(boolean forBulk) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("user", address.user());
        properties.setProperty("password", password);
        properties.setProperty("sslMode", address.tls().sslMode());
        if (address.certificate() != null) {
            properties.setProperty("serverSslCert", address.certificate().toString());
        }
        if (address.tls() == MySqlAddress.Tls.OFF) {
            // MySQL 8 encrypts the password by a key of its own, which nobody is between here.
            properties.setProperty("allowPublicKeyRetrieval", "true");
        }
        properties.setProperty("allowMultiQueries", "true");
        properties.setProperty("allowLocalInfile", String.valueOf(forBulk));
        properties.setProperty("connectTimeout", String.valueOf(CONNECT_MILLIS_MAX));
        properties.setProperty(
                "socketTimeout",
                String.valueOf(forBulk ? LONG_ANSWER_MILLIS_MAX : ANSWER_MILLIS_MAX));
        try {
            Session session = new Session(DriverManager.getConnection(address.url(), properties));
            try {
                session.execute(SETTINGS);
                return session;
            } catch (Throwable failure) {
                end(session);
                throw failure;
            }
        } catch (SQLException e) {
            throw MySqlFailure.ofConnecting(address, e);
        }
    }

    private static void end(Session session) {
        try {
            session.close();
        } catch (SQLException e) {
            // The server ends it too, once it finds nobody there.
            return;
        }
    }

    /** Ends idle connections now and the others when they are given back. */
    @Override
    public void close() {
        List<Session> unused = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            unused.addAll(idle);
            idle.clear();
        } finally {
            lock.unlock();
        }
        unused.forEach(ConnectionPool::end);
    }
}
