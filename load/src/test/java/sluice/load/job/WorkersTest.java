package sluice.load.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private final Set<Thread> seen = ConcurrentHashMap.newKeySet();

    /** Who asked for the work keeps its own priority: it may not be allowed to raise it again. */
    @Test
    void threadsAreOfTheLeastPriorityAndTheCallersStaysAsItIs() throws IOException {
        int before = Thread.currentThread().getPriority();
        Workers.runAll("some", 3, () -> seen.add(Thread.currentThread()), () -> {});
        try (Workers workers = Workers.of("other", 1)) {
            workers.submit(() -> seen.add(Thread.currentThread()));
        }
        assertEquals(4, seen.size());
        for (Thread thread : seen) {
            assertEquals(Thread.MIN_PRIORITY, thread.getPriority(), thread.getName());
        }
        assertEquals(before, Thread.currentThread().getPriority());
    }

    /** Others fail because they are stopped; that is never told in place of why. */
    @Test
    void whatTheFirstFailsWithIsThrownOnceAllHaveEnded() {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        CompletableFuture<Thread> other = new CompletableFuture<>();
        CountDownLatch stopped = new CountDownLatch(1);
        IOException full = new IOException("full");
        Workers.Task task =
                () -> {
                    if (isFirst.getAndSet(false)) {
                        other.join();
                        throw full;
                    }
                    other.complete(Thread.currentThread());
                    awaitUnlessInterrupted(stopped);
                    throw new IOException("stopped");
                };
        Workers.Task stop =
                () -> {
                    stopped.countDown();
                    joinUnlessOwn(other.join());
                };
        IOException thrown =
                assertThrows(IOException.class, () -> Workers.runAll("some", 2, task, stop));
        assertSame(full, thrown);
        assertEquals("stopped", thrown.getSuppressed()[0].getMessage());
        assertFalse(other.join().isAlive());
    }

    @Test
    void whatTheCallersOwnThreadFailsWithIsThrownAsItIs() {
        IOException full = new IOException("full");
        Workers.Task task =
                () -> {
                    throw new UncheckedIOException(full);
                };
        assertSame(
                full,
                assertThrows(IOException.class, () -> Workers.runAll("some", 1, task, () -> {})));
    }

    private static void awaitUnlessInterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void joinUnlessOwn(Thread thread) {
        try {
            if (thread != Thread.currentThread()) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
