package sluice.experiments.plan;

import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import sluice.model.GraphReader;

/**
 * Clients that ask for links which the table has had from the beginning: each question at its time,
 * in a thread of its own, so that one which waits delays no other.
 */
final class LinkProbe implements AutoCloseable {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int ANSWERS_MAX = 2_000_000;

    private final GraphReader reader;
    private final LiveOptions options;
    private final LongSupplier nanoClock;
    private final Thread asker;
    private final long[] nanos = new long[ANSWERS_MAX];
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();
    private volatile boolean isToEnd;

    LinkProbe(GraphReader reader, LiveOptions options, LongSupplier nanoClock) {
        this.reader = reader;
        this.options = options;
        this.nanoClock = nanoClock;
        this.asker = Thread.ofPlatform().name("probe").daemon().start(this::askAll);
    }

    private void askAll() {
        SplittableRandom random = new SplittableRandom(options.seed());
        long period = SECOND_NANOS / options.questions();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long due = nanoClock.getAsLong();
            for (int asked = 0; asked < ANSWERS_MAX && !isToEnd; asked++) {
                for (long left = 1; left > 0 && !isToEnd; left = due - nanoClock.getAsLong()) {
                    LockSupport.parkNanos(left);
                }
                long id = LiveKeys.existing(random.nextInt(options.existing()), options.existing());
                long begin = due;
                threads.execute(() -> ask(id, begin));
                due += period;
            }
        }
    }

    private void ask(long id, long due) {
        try {
            if (reader.link(id, 0, id + 1).value().filter(link -> link.id1() == id).isEmpty()) {
                wrong.incrementAndGet();
            }
        } catch (IOException | RuntimeException e) {
            wrong.incrementAndGet();
        }
        nanos[answers.getAndIncrement()] = nanoClock.getAsLong() - due;
    }

    /** Ends once all questions are answered. */
    @Override
    public void close() {
        isToEnd = true;
        try {
            asker.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int answers() {
        return answers.get();
    }

    int wrong() {
        return wrong.get();
    }

    /** The time that {@code share} of the answers did not take longer than. */
    long millis(double share) {
        long[] sorted = Arrays.copyOf(nanos, answers.get());
        Arrays.sort(sorted);
        int at = (int) Math.ceil(share * sorted.length) - 1;
        return sorted.length == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(sorted[Math.max(0, at)]);
    }
}
