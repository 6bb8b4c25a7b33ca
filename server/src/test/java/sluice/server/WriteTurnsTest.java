package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;
import sluice.protocol.Operation;

/** A flood of writes of one list leaves threads to the writes of others. */
@Timeout(60)
class WriteTurnsTest {
    private static final int THREADS = 16;
    private static final int WAITING_MAX = 1000;

    /** A failure costs this for each flood; E16 meets two bugs here. */
    private static final int WAIT_SECONDS = 15;

    private static final byte[] NO_DATA = {};

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final CountDownLatch lock = new CountDownLatch(1);

    @AfterEach
    void endThreads() throws InterruptedException {
        lock.countDown();
        // A test that failed has writes that still wait.
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(WAIT_SECONDS, TimeUnit.SECONDS));
    }

    @Test
    void othersGoOnWhileWritesOfOneListWait() throws InterruptedException {
        WriteTurns turns = new WriteTurns(threads, THREADS, WAITING_MAX);
        for (Operation flood : List.of(addLink(7, 1), newNode(), updateNode(7))) {
            CountDownLatch others = new CountDownLatch(3);
            CountDownLatch end = new CountDownLatch(1);
            CountDownLatch done = new CountDownLatch(100);
            for (int i = 0; i < 100; i++) {
                turns.execute(flood, () -> await(end, done));
            }
            turns.execute(addLink(8, 1), others::countDown);
            turns.execute(addLink(7, 2), others::countDown);
            turns.execute(updateNode(8), others::countDown);

            assertTrue(others.await(WAIT_SECONDS, TimeUnit.SECONDS), () -> "held up by " + flood);
            end.countDown();
            assertTrue(done.await(WAIT_SECONDS, TimeUnit.SECONDS));
        }
    }

    @Test
    void othersGoOnWhileWritesOfSeveralListsWait() throws InterruptedException {
        WriteTurns turns = new WriteTurns(threads, THREADS, WAITING_MAX);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(500);
        for (int write = 0; write < 500; write++) {
            turns.execute(addLink(write % 5, 1), () -> await(end, done));
        }
        CountDownLatch other = new CountDownLatch(1);
        turns.execute(addLink(8, 1), other::countDown);

        assertTrue(other.await(WAIT_SECONDS, TimeUnit.SECONDS), "held up by five floods");
        end.countDown();
        assertTrue(done.await(WAIT_SECONDS, TimeUnit.SECONDS));
    }

    /** However many lists are written at once. */
    @Test
    void lessThanHalfOfTheThreadsWaitForLists() throws InterruptedException {
        WriteTurns turns = new WriteTurns(threads, THREADS, WAITING_MAX);
        Running running = new Running();
        CountDownLatch done = new CountDownLatch(1000);
        for (int write = 0; write < 1000; write++) {
            int list = write % 20 == 0 ? write / 20 % 40 : write % 3;
            turns.execute(
                    addLink(list, 1),
                    () -> {
                        running.change(list, 1);
                        LockSupport.parkNanos(10_000);
                        running.change(list, -1);
                        done.countDown();
                    });
        }
        assertTrue(done.await(WAIT_SECONDS, TimeUnit.SECONDS));
        assertTrue(running.behindMost < THREADS / 2, () -> running.behindMost + " threads wait");
    }

    /** How many writes of each list run at once; all but one of them would wait. */
    private static final class Running {
        private final Map<Integer, Integer> counts = new HashMap<>();
        private int behindMost;

        synchronized void change(int list, int by) {
            counts.merge(list, by, Integer::sum);
            int behind = counts.values().stream().mapToInt(count -> Math.max(0, count - 1)).sum();
            behindMost = Math.max(behindMost, behind);
        }
    }

    @Test
    void listsWhoseWritesWaitTakeTurns() {
        ArrayDeque<Runnable> queued = new ArrayDeque<>();
        WriteTurns turns = new WriteTurns(queued::add, 8, WAITING_MAX);
        List<Long> begun = new ArrayList<>();
        for (int write = 0; write < 60; write++) {
            long list = write / 20;
            turns.execute(addLink(list, 1), () -> begun.add(list));
        }
        assertEquals(3 + 3, queued.size());
        while (!queued.isEmpty()) {
            queued.remove().run();
        }
        assertEquals(60, begun.size());
        assertTrue(begun.lastIndexOf(1L) > 50, begun::toString);
        assertTrue(begun.subList(0, 30).stream().filter(list -> list == 1).count() >= 8);
        assertTrue(begun.subList(0, 30).stream().filter(list -> list == 2).count() >= 8);
    }

    @Test
    void writesOfOneListBeginInTheirOrder() {
        ArrayDeque<Runnable> queued = new ArrayDeque<>();
        WriteTurns turns = new WriteTurns(queued::add, 2, WAITING_MAX);
        List<Integer> begun = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int number = i;
            turns.execute(addLink(7, 1), () -> begun.add(number));
        }
        assertEquals(1, queued.size());
        while (!queued.isEmpty()) {
            queued.remove().run();
        }
        assertEquals(IntStream.range(0, 50).boxed().toList(), begun);
    }

    @Test
    void tooManyWritesThatWaitAreRefused() {
        WriteTurns turns = new WriteTurns(threads, THREADS, 10);
        for (int i = 0; i < THREADS / 2 + 10; i++) {
            turns.execute(addLink(7, 1), () -> await(lock, new CountDownLatch(1)));
        }
        assertThrows(
                RejectedExecutionException.class, () -> turns.execute(addLink(7, 1), () -> {}));
    }

    @Test
    void writesThatWaitAreCarriedOutByThreadsThatTakeNoMore() throws InterruptedException {
        WriteTurns turns = new WriteTurns(threads, THREADS, WAITING_MAX);
        List<Integer> done = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 500; i++) {
            int number = i;
            turns.execute(
                    addLink(7, 1),
                    () -> {
                        await(lock, new CountDownLatch(1));
                        done.add(number);
                    });
        }
        threads.shutdown();
        assertThrows(
                RejectedExecutionException.class, () -> turns.execute(addLink(8, 1), () -> {}));
        lock.countDown();
        assertTrue(threads.awaitTermination(WAIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(500, done.size());
    }

    @Test
    void failureOfOneWriteHoldsUpNoOther() throws InterruptedException {
        WriteTurns turns = new WriteTurns(threads, 1, WAITING_MAX);
        CountDownLatch done = new CountDownLatch(1);
        turns.execute(
                addLink(7, 1),
                () -> {
                    Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
                    throw new IllegalStateException("planted");
                });
        turns.execute(addLink(7, 1), done::countDown);
        assertTrue(done.await(WAIT_SECONDS, TimeUnit.SECONDS));
    }

    private static void await(CountDownLatch latch, CountDownLatch done) {
        try {
            latch.await();
            done.countDown();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Operation addLink(long id1, long type) {
        return new Operation.AddLink(new Link(id1, type, 1, Visibility.VISIBLE, 0, 0, NO_DATA));
    }

    private static Operation newNode() {
        return new Operation.AddNode(new Node(0, 1, 0, 0, NO_DATA));
    }

    private static Operation updateNode(long id) {
        return new Operation.UpdateNode(new Node(id, 1, 0, 0, NO_DATA));
    }
}
