package sluice.experiments.rival;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs the same work on several platform threads and waits for all; the first failure is thrown.
 */
final class RivalThreads {
    /** The work of one thread; {@code stop} tells it that another has failed. */
    interface Work {
        void run(int thread, Stop stop) throws IOException;
    }

    /** Read between two pieces of work. */
    interface Stop {
        boolean requested();
    }

    private RivalThreads() {}

    static void run(String name, int threads, Work work) throws IOException {
        AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int index = i;
            started.add(
                    Thread.ofPlatform()
                            .name(name + "-" + index)
                            .start(
                                    () -> {
                                        try {
                                            work.run(index, () -> first.get() != null);
                                        } catch (Throwable failure) {
                                            Throwable earlier =
                                                    first.compareAndExchange(null, failure);
                                            if (earlier != null && earlier != failure) {
                                                earlier.addSuppressed(failure);
                                            }
                                        }
                                    }));
        }
        boolean interrupted = false;
        for (Thread thread : started) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    // The work owns files: it is waited for, and the interrupt kept for the caller.
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        switch (first.get()) {
            case null -> {}
            case IOException failure -> throw failure;
            case Throwable failure -> throw NativeMemory.rethrow(failure);
        }
    }
}
