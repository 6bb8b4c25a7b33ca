package sluice.server.question;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that answer questions, which may take seconds each. One party has half of them at
 * most; the questions of all parties take turns, those of one party in their order.
 *
 * <p>Thread-safe; {@code this} guards the turns. The caller limits how many wait.
 */
public final class QuestionThreads {
    private final LongSupplier nanoClock;
    private final int threads;
    private final int ofPartyMax;
    private final ThreadPoolExecutor pool;
    private final Map<Object, Turn> turns = new HashMap<>();

    /** Parties whose questions wait, the next one first. */
    private final ArrayDeque<Turn> line = new ArrayDeque<>();

    private int running;
    private boolean isClosed;

    /** The questions of one party. */
    private static final class Turn {
        private final Object party;
        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private int running;

        Turn(Object party) {
            this.party = party;
        }
    }

    /** A question that may begin. */
    private record Next(Turn turn, Runnable task) {}

    /** {@code nanoClock} tells how long an end is waited for. */
    public QuestionThreads(int threads, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.threads = threads;
        this.ofPartyMax = Math.max(1, threads / 2);
        AtomicInteger number = new AtomicInteger();
        this.pool =
                new ThreadPoolExecutor(
                        threads,
                        threads,
                        1,
                        TimeUnit.MINUTES,
                        new ArrayBlockingQueue<>(2 * threads),
                        task ->
                                Thread.ofPlatform()
                                        .name("question-" + number.getAndIncrement())
                                        .daemon()
                                        .unstarted(task));
        pool.allowCoreThreadTimeOut(true);
    }

    /** Runs {@code task} of {@code party}, now or when its turn comes. Throws once it is closed. */
    public synchronized void execute(Object party, Runnable task) {
        if (isClosed) {
            throw new RejectedExecutionException("questions are not answered any more");
        }
        Turn turn = turns.computeIfAbsent(party, Turn::new);
        if (running < threads && turn.running < ofPartyMax && turn.waiting.isEmpty()) {
            start(turn, task);
            return;
        }
        turn.waiting.add(task);
        if (turn.waiting.size() == 1) {
            line.add(turn);
        }
    }

    private void start(Turn turn, Runnable task) {
        // In this order: where no thread can be started, no place is taken.
        pool.execute(() -> run(new Next(turn, task)));
        begin(turn);
    }

    private void begin(Turn turn) {
        running++;
        turn.running++;
    }

    private void run(Next first) {
        for (Next each = first; each != null; each = next(each.turn)) {
            try {
                each.task.run();
            } catch (Throwable e) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            }
        }
    }

    /** Ends a question, and takes the one that goes on in its thread. */
    private synchronized @Nullable Next next(Turn ended) {
        running--;
        ended.running--;
        if (ended.running == 0 && ended.waiting.isEmpty()) {
            turns.remove(ended.party);
        }
        for (int left = line.size(); left > 0; left--) {
            Turn turn = line.remove();
            if (turn.running >= ofPartyMax) {
                line.add(turn);
                continue;
            }
            Runnable task = turn.waiting.remove();
            if (!turn.waiting.isEmpty()) {
                line.add(turn);
            }
            begin(turn);
            return new Next(turn, task);
        }
        return null;
    }

    /** Takes no more questions; ends once those that are there have ended, or time is over. */
    public void close(Duration within) throws InterruptedException {
        long endNanos = nanoClock.getAsLong() + within.toNanos();
        synchronized (this) {
            isClosed = true;
            while (running > 0 && nanoClock.getAsLong() - endNanos < 0) {
                wait(10);
            }
        }
        pool.shutdown();
    }
}
