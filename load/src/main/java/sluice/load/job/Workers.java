package sluice.load.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of named threads for one step of a load. The first failure is kept and thrown to
 * who waits; later ones are added to it as suppressed. Its threads are never interrupted, since an
 * interrupt would close the files they use. They are of the least priority, as queries come first
 * where one process loads and answers; where Java is not told what that is to the system ({@code
 * -XX:ThreadPriorityPolicy=1}) it changes nothing.
 */
public final class Workers implements AutoCloseable {
    /** Work that may fail as file work does. */
    public interface Task {
        void run() throws IOException;
    }

    private static final Task NO_STOP = () -> {};

    private final @Nullable ExecutorService executor;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private Workers(@Nullable ExecutorService executor) {
        this.executor = executor;
    }

    /** {@code count} threads called {@code name-0}, {@code name-1}, … */
    public static Workers of(String name, int count) {
        AtomicInteger number = new AtomicInteger();
        return new Workers(
                Executors.newFixedThreadPool(
                        count, task -> thread(task, name + "-" + number.getAndIncrement())));
    }

    /** No threads: who submits work does it, so that a test sees one order of operations. */
    public static Workers inCaller() {
        return new Workers(null);
    }

    /** Does {@code task} soon, also after another one failed. */
    void submit(Task task) {
        if (executor == null) {
            run(task, NO_STOP);
        } else {
            executor.execute(() -> run(task, NO_STOP));
        }
    }

    private void run(Task task, Task stop) {
        try {
            task.run();
        } catch (Throwable thrown) {
            fail(thrown);
            run(stop, NO_STOP);
        }
    }

    void fail(Throwable thrown) {
        Throwable first = failure.compareAndExchange(null, thrown);
        if (first != null && first != thrown) {
            first.addSuppressed(thrown);
        }
    }

    boolean hasFailed() {
        return failure.get() != null;
    }

    /** Throws what a task failed with, if one did. */
    void throwFailure() throws IOException {
        Throwable thrown = failure.get();
        switch (thrown) {
            case null -> {}
            case UncheckedIOException unchecked -> throw unchecked.getCause();
            case IOException io -> throw io;
            case RuntimeException runtime -> throw runtime;
            case Error error -> throw error;
            default -> throw new IllegalStateException(thrown);
        }
    }

    /**
     * Runs {@code task} in each of {@code count} threads, where that is one in the caller, and
     * waits for all.
     *
     * @param stop makes those that run end, by a failure or not, once one has failed. What the
     *     first one failed with is kept by then, so that it is thrown, and not that it stopped
     *     others
     */
    public static void runAll(String name, int count, Task task, Task stop) throws IOException {
        Workers result = Workers.inCaller();
        if (count == 1) {
            result.run(task, stop);
        } else {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Thread thread = thread(() -> result.run(task, stop), name + "-" + i);
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                joinFully(thread);
            }
        }
        result.throwFailure();
    }

    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but how long answers take
    private static Thread thread(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    }

    private static void joinFully(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (executor != null) {
            executor.shutdown();
            boolean interrupted = false;
            while (true) {
                try {
                    if (executor.awaitTermination(1, TimeUnit.DAYS)) {
                        break;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
