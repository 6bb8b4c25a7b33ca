package sluice.generate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Runs one task on several threads and waits for them; the first failure stops all. */
public final class WorkerThreads {
    private final Thread.Builder builder;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private WorkerThreads(Thread.Builder builder) {
        this.builder = builder;
    }

    /** Platform threads, which are called {@code name} and a number from 1 on. */
    public static WorkerThreads platform(String name) {
        return new WorkerThreads(Thread.ofPlatform().name(name + "-", 1));
    }

    /** The same with virtual threads: for tasks that wait most of the time. */
    public static WorkerThreads virtual(String name) {
        return new WorkerThreads(Thread.ofVirtual().name(name + "-", 1));
    }

    /** What each thread does; it looks at {@link #stopped} between its steps. */
    @FunctionalInterface
    public interface Task {
        void run() throws IOException;
    }

    /** Whether a thread has failed. */
    public boolean stopped() {
        return failure.get() != null;
    }

    /** Runs the task on all threads; throws the first failure, with the later ones suppressed. */
    public void run(int threads, Task task) throws IOException {
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            workers.add(builder.start(() -> attempt(task)));
        }
        for (Thread worker : workers) {
            join(worker);
        }
        switch (failure.get()) {
            case null -> {}
            case IOException thrown -> throw thrown;
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case Throwable other -> throw new IllegalStateException(other);
        }
    }

    private void attempt(Task task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            Throwable first = failure.compareAndExchange(null, thrown);
            if (first != null && first != thrown) {
                first.addSuppressed(thrown);
            }
        }
    }

    /** An interrupt stops the workers at their next step; they are never interrupted themselves. */
    private void join(Thread worker) {
        boolean interrupted = false;
        while (true) {
            try {
                worker.join();
                break;
            } catch (InterruptedException interrupt) {
                interrupted = true;
                failure.compareAndSet(null, new IllegalStateException("interrupted", interrupt));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
