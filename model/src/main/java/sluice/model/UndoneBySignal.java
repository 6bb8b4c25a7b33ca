package sluice.model;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Work that is undone if Ctrl-C or SIGTERM ends the process before it is closed, as half of it
 * would be taken for the whole. The process ends as it would without this.
 *
 * <p>Java runs shutdown hooks beside all threads, so whatever makes something that is undone is a
 * {@link #step}: once the signal has come, a step waits for the end of the process. Thread-safe.
 */
public final class UndoneBySignal implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Runnable undo;
    private final Thread hook = new Thread(this::end, "undo");

    /** Guarded by the lock. */
    private boolean isDone;

    private UndoneBySignal(Runnable undo) {
        this.undo = undo;
    }

    /** Something that is undone by a signal. */
    @FunctionalInterface
    public interface Step<T> {
        T run() throws IOException;
    }

    /** A signal runs {@code undo} from now on; it must not fail. */
    public static UndoneBySignal by(Runnable undo) {
        UndoneBySignal undone = new UndoneBySignal(undo);
        try {
            Runtime.getRuntime().addShutdownHook(undone.hook);
        } catch (IllegalStateException _) {
            // The signal has come already.
            undone.hook.start();
        }
        return undone;
    }

    /** Runs {@code step}, one at a time, unless the signal has come. */
    public <T> T step(Step<T> step) throws IOException {
        lock.lock();
        try {
            return step.run();
        } finally {
            lock.unlock();
        }
    }

    /** The work is done, or what failed has cleaned up: a signal changes nothing of it. */
    @Override
    public void close() {
        lock.lock();
        try {
            isDone = true;
        } finally {
            lock.unlock();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The process is ending; the hook finds that all is done.
        }
    }

    /** Keeps the lock, so that no step is run behind it. */
    private void end() {
        lock.lock();
        if (isDone) {
            lock.unlock();
        } else {
            undo.run();
        }
    }
}
