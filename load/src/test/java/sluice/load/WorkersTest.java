package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private final Set<Thread> seen = ConcurrentHashMap.newKeySet();

    /** Who asked for the work keeps its own priority: it may not be allowed to raise it again. */
    @Test
    void threadsAreOfTheLeastPriorityAndTheCallersStaysAsItIs() throws IOException {
        int before = Thread.currentThread().getPriority();
        Workers.runAll("some", 3, () -> seen.add(Thread.currentThread()));
        try (Workers workers = Workers.of("other", 1)) {
            workers.submit(() -> seen.add(Thread.currentThread()));
        }
        assertEquals(4, seen.size());
        for (Thread thread : seen) {
            assertEquals(Thread.MIN_PRIORITY, thread.getPriority(), thread.getName());
        }
        assertEquals(before, Thread.currentThread().getPriority());
    }

    @Test
    void whatOneFailsWithIsThrownOnceAllHaveEnded() {
        IOException failure = new IOException("full");
        IOException thrown =
                assertThrows(
                        IOException.class,
                        () ->
                                Workers.runAll(
                                        "some",
                                        2,
                                        () -> {
                                            if (seen.add(Thread.currentThread())) {
                                                throw failure;
                                            }
                                        }));
        assertSame(failure, thrown);
        assertEquals(2, seen.size());
    }
}
