package sluice.server.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One party has half of the threads at most, and questions of one party keep their order. */
class QuestionThreadsTest {
    private static final long WAIT_SECONDS = 120;

    private final CountDownLatch gate = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<String> begun = new ConcurrentLinkedQueue<>();

    private Runnable question(String name, CountDownLatch began) {
        return () -> {
            begun.add(name);
            began.countDown();
            await(gate);
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(WAIT_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void onePartyLeavesHalfOfTheThreadsToOthers() throws InterruptedException {
        QuestionThreads threads = new QuestionThreads(4, System::nanoTime);
        CountDownLatch first = new CountDownLatch(2);
        for (int each = 0; each < 50; each++) {
            threads.execute("greedy", question("greedy", first));
        }
        await(first);
        CountDownLatch other = new CountDownLatch(1);
        threads.execute("other", question("other", other));
        await(other);
        assertEquals(List.of("greedy", "greedy", "other"), List.copyOf(begun));
        gate.countDown();
        threads.close(Duration.ofSeconds(WAIT_SECONDS));
        assertEquals(51, begun.size());
        assertThrows(RejectedExecutionException.class, () -> threads.execute("late", () -> {}));
    }

    @Test
    void questionsOfOnePartyBeginInTheirOrderAndAFailureEndsOnlyItself()
            throws InterruptedException {
        QuestionThreads threads = new QuestionThreads(2, System::nanoTime);
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        AtomicInteger together = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(200);
        for (int each = 0; each < 200; each++) {
            int number = each;
            threads.execute(
                    "one",
                    () -> {
                        most.accumulateAndGet(together.incrementAndGet(), Math::max);
                        order.add(number);
                        together.decrementAndGet();
                        ended.countDown();
                        if (number == 7) {
                            Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
                            throw new IllegalStateException("planted");
                        }
                    });
        }
        await(ended);
        assertEquals(1, most.get());
        assertEquals(order.stream().sorted().toList(), List.copyOf(order));
        threads.close(Duration.ofSeconds(WAIT_SECONDS));
    }
}
