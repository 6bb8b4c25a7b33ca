package sluice.experiments.demo;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A thread that does one thing again and again, until it is closed or that thing fails. */
final class Repeated implements AutoCloseable {
    private static final long JOIN_MILLIS = 100;

    private final Work work;
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    /** What is repeated; returns soon, so that the thread can end. */
    @FunctionalInterface
    interface Work {
        void once() throws IOException, InterruptedException;
    }

    private Repeated(String name, Work work) {
        this.work = work;
        this.thread = new Thread(this::run, name);
    }

    /** Starts a thread. The caller closes it. */
    static Repeated start(String name, Work work) {
        Repeated repeated = new Repeated(name, work);
        repeated.thread.start();
        return repeated;
    }

    /** Why it ended before it was closed, or null. */
    @Nullable Throwable failure() {
        return failure;
    }

    private void run() {
        try {
            while (!closed) {
                work.once();
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    /** Returns when the thread has ended. It is never interrupted, since it may read files. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join(JOIN_MILLIS);
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
