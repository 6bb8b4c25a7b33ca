package sluice.ingest.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Small reads of many files or places, {@value #THREADS} at once: at an address each takes as long
 * as the storage takes to answer. Results come in the order of the list, so that nothing depends on
 * the order of the answers. Holds 2 × {@value #THREADS} of them at most.
 *
 * <p>Belongs to one thread, which must close it. Closing waits for the reads that run.
 *
 * @param <T> what is read
 * @param <R> the result
 */
public final class InParallel<T, R> implements Closeable {
    private static final int THREADS = 32;

    private final Iterator<T> items;
    private final Read<T, R> read;
    private final ExecutorService threads;
    private final ArrayDeque<Future<@Nullable R>> begun = new ArrayDeque<>();
    private volatile boolean isClosed;

    /** A read; called by any thread. */
    public interface Read<T, R> {
        R read(T item) throws IOException;
    }

    /** Takes what was read. */
    public interface Taker<T, R> {
        void take(T item, R result) throws IOException;
    }

    /** Begins to read {@code items}. */
    public InParallel(List<T> items, Read<T, R> read) {
        this.items = items.iterator();
        this.read = read;
        int count = Math.clamp(items.size(), 1, THREADS);
        this.threads = Executors.newFixedThreadPool(count, InParallel::thread);
        for (int index = 0; index < 2 * count; index++) {
            beginOne();
        }
    }

    /**
     * Reads each of {@code items} and hands the results over in order, on this thread. Reads on
     * this thread too, one after the other, unless {@code isFar} holds for one of them. Throws the
     * first failure in the order of the list.
     */
    public static <T, R> void forEach(
            List<T> items, Predicate<T> isFar, Read<T, R> read, Taker<T, R> taker)
            throws IOException {
        if (items.size() < 2 || items.stream().noneMatch(isFar)) {
            for (T item : items) {
                taker.take(item, read.read(item));
            }
            return;
        }
        try (InParallel<T, R> results = new InParallel<>(items, read)) {
            for (T item : items) {
                taker.take(item, results.next());
            }
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "read-ahead");
        thread.setDaemon(true);
        return thread;
    }

    private void beginOne() {
        if (items.hasNext()) {
            T item = items.next();
            begun.add(threads.submit(() -> isClosed ? null : read.read(item)));
        }
    }

    /** The result of the next item, of which there must be one. */
    public R next() throws IOException {
        R result = await(begun.removeFirst());
        beginOne();
        return result;
    }

    /**
     * The result of file work that another thread does. Throws the failure of the work. An
     * interrupt does not end the wait: the work must not be interrupted, and is short.
     */
    public static <R> R await(Future<@Nullable R> result) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return Objects.requireNonNull(result.get());
                } catch (InterruptedException _) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    switch (e.getCause()) {
                        case IOException io -> throw io;
                        case RuntimeException runtime -> throw runtime;
                        case Error error -> throw error;
                        case null, default -> throw new IllegalStateException(e);
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        threads.close();
    }
}
