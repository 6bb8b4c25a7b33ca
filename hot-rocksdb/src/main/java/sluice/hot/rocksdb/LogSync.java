package sluice.hot.rocksdb;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Brings the log to disk for those who wait for it: one sync for all that came while the one before
 * was under way. A thread of its own does it, so that each writer sleeps once and is woken once.
 *
 * <p>A sync that failed is final: what it should have brought to disk may be lost without trace, so
 * that all who wait, then and later, get its failure.
 */
final class LogSync implements AutoCloseable {
    /** The log. */
    interface Log {
        /** Brings everything to disk that was written before the call. */
        void sync() throws IOException;
    }

    private static final class Waiter {
        final Thread thread = Thread.currentThread();
        final @Nullable Waiter before;
        volatile boolean done;

        Waiter(@Nullable Waiter before) {
            this.before = before;
        }
    }

    /** A waiter looks so often whether there is still somebody who would wake it. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Log log;
    private final Durability durability;
    private final Thread syncer;

    /** Those who came since the last sync began, the last one first. */
    private final AtomicReference<@Nullable Waiter> waiters = new AtomicReference<>();

    /** Set by writers that do not wait; read and reset by the syncer. */
    private volatile boolean written;

    private volatile boolean closed;
    private volatile @Nullable IOException failure;

    private LogSync(Log log, Durability durability) {
        this.log = log;
        this.durability = durability;
        syncer = Thread.ofPlatform().daemon().name("hot-sync").unstarted(this::run);
    }

    /** Starts the thread, which {@link #close} ends. */
    static LogSync start(Log log, Durability durability) {
        LogSync sync = new LogSync(log, durability);
        sync.syncer.start();
        return sync;
    }

    /** Returns once what was written before the call is as durable as it is to be. */
    void await() throws IOException {
        throwFailure();
        switch (durability) {
            case Durability.Sync() -> {
                awaitSync();
                throwFailure();
            }
            case Durability.Async _ -> written = true;
        }
    }

    /** Why nothing is durable any more, for good; null while it is. */
    @Nullable IOException failure() {
        return failure;
    }

    private void awaitSync() throws IOException {
        Waiter me = enqueue();
        if (me.before == null) {
            LockSupport.unpark(syncer);
        }
        boolean interrupted = false;
        while (!me.done) {
            if (!syncer.isAlive() && !me.done) {
                throw new IOException("the hot store was closed");
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Waiter enqueue() {
        while (true) {
            Waiter before = waiters.get();
            Waiter me = new Waiter(before);
            if (waiters.compareAndSet(before, me)) {
                return me;
            }
        }
    }

    private void run() {
        while (!closed) {
            switch (durability) {
                case Durability.Sync() -> syncForWaiters();
                case Durability.Async(long windowMillis) -> {
                    LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(windowMillis));
                    syncWritten();
                }
            }
        }
        syncForWaiters();
        syncWritten();
    }

    private void syncForWaiters() {
        Waiter last = waiters.getAndSet(null);
        if (last == null) {
            if (!closed) {
                LockSupport.park(this);
            }
            return;
        }
        sync();
        for (Waiter waiter = last; waiter != null; waiter = waiter.before) {
            waiter.done = true;
            LockSupport.unpark(waiter.thread);
        }
    }

    private void syncWritten() {
        if (written) {
            // Before the sync: what is written while it runs is for the next one.
            written = false;
            sync();
        }
    }

    private void sync() {
        if (failure != null) {
            return;
        }
        try {
            log.sync();
        } catch (IOException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            failure = new IOException("the log cannot be brought to disk: " + e.getMessage(), e);
        }
    }

    private void throwFailure() throws IOException {
        IOException cause = failure;
        if (cause != null) {
            throw new IOException(cause.getMessage(), cause);
        }
    }

    /** Ends the thread after a last sync. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        while (syncer.isAlive()) {
            LockSupport.unpark(syncer);
            try {
                syncer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
