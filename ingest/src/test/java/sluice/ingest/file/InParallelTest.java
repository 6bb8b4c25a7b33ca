package sluice.ingest.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InParallelTest {
    private static final List<Integer> NUMBERS = IntStream.range(0, 500).boxed().toList();

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(1, TimeUnit.MINUTES), "the reads do not run at the same time");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void farReadsRunAtTheSameTimeAndTheirResultsComeInOrder() throws IOException {
        CountDownLatch begun = new CountDownLatch(8);
        List<Integer> taken = new ArrayList<>();
        InParallel.forEach(
                NUMBERS,
                _ -> true,
                number -> {
                    begun.countDown();
                    await(begun);
                    return 2 * number;
                },
                (number, result) -> {
                    assertEquals(2 * number, result);
                    taken.add(number);
                });
        assertEquals(NUMBERS, taken);
    }

    @Test
    void nearReadsRunOnTheThreadOfTheCaller() throws IOException {
        Thread here = Thread.currentThread();
        InParallel.forEach(
                NUMBERS,
                _ -> false,
                number -> {
                    assertSame(here, Thread.currentThread());
                    return number;
                },
                (number, result) -> assertSame(number, result));
    }

    @Test
    void firstFailureInOrderEndsAllReads() {
        AtomicInteger reads = new AtomicInteger();
        CountDownLatch later = new CountDownLatch(1);
        List<Integer> taken = new ArrayList<>();
        IOException failure =
                assertThrows(
                        IOException.class,
                        () ->
                                InParallel.forEach(
                                        NUMBERS,
                                        _ -> true,
                                        number -> {
                                            reads.incrementAndGet();
                                            if (number == 7) {
                                                // The later one fails before.
                                                await(later);
                                            }
                                            if (number == 9) {
                                                later.countDown();
                                            }
                                            if (number == 7 || number == 9) {
                                                throw new IOException("no " + number);
                                            }
                                            return number;
                                        },
                                        (number, _) -> taken.add(number)));
        assertEquals("no 7", failure.getMessage());
        assertEquals(NUMBERS.subList(0, 7), taken);
        assertTrue(reads.get() < NUMBERS.size(), "reads go on behind a failure");
    }
}
