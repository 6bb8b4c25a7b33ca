package sluice.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Steps of a pass over a store, shared out to several threads: each step is taken by one of them,
 * in order of their numbers. The first failure stops the others before their next step and is
 * thrown; later ones are added to it as suppressed. The threads are never interrupted, since an
 * interrupt would close the files they use.
 */
public final class ScanThreads {
    /** One step; steps run at the same time and share nothing but what is made for it. */
    public interface Step {
        void run(int number) throws IOException;
    }

    private final int steps;
    private final Step step;
    private final ScanProgress progress;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private ScanThreads(int steps, Step step, ScanProgress progress) {
        this.steps = steps;
        this.step = step;
        this.progress = progress;
    }

    /** Runs {@code step} for 0 to {@code steps} - 1 on {@code threads} threads, waits for all. */
    public static void run(int threads, int steps, ScanProgress progress, Step step)
            throws IOException {
        if (threads < 1) {
            throw new IllegalArgumentException("no thread to work: threads=" + threads);
        }
        progress.begin(steps);
        ScanThreads work = new ScanThreads(steps, step, progress);
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < Math.min(threads, steps); i++) {
            Thread thread = new Thread(work::takeSteps, "scan-" + i);
            thread.setDaemon(true);
            thread.start();
            others.add(thread);
        }
        work.takeSteps();
        joinAll(others);
        work.throwFailure();
    }

    private void takeSteps() {
        try {
            for (int number = next.getAndIncrement();
                    number < steps && failure.get() == null;
                    number = next.getAndIncrement()) {
                step.run(number);
                progress.stepDone();
            }
        } catch (Throwable thrown) {
            Throwable first = failure.compareAndExchange(null, thrown);
            if (first != null && first != thrown) {
                first.addSuppressed(thrown);
            }
        }
    }

    private static void joinAll(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void throwFailure() throws IOException {
        switch (failure.get()) {
            case null -> {}
            case UncheckedIOException unchecked -> throw unchecked.getCause();
            case IOException io -> throw io;
            case RuntimeException runtime -> throw runtime;
            case Error error -> throw error;
            case Throwable other -> throw new IllegalStateException(other);
        }
    }
}
