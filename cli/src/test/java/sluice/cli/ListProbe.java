package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import sluice.live.ColdStores;
import sluice.model.BucketStore;
import sluice.model.Link;

/**
 * Clients that ask HBase for links of the first load, each question at its time and in a thread of
 * its own, so that one which waits delays no other.
 */
final class ListProbe implements AutoCloseable {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int ANSWERS_MAX = 200_000;

    private final BucketStore store;
    private final int ids;
    private final long periodNanos;
    private final Thread asker;
    private final long[] dues = new long[ANSWERS_MAX];
    private final long[] nanos = new long[ANSWERS_MAX];
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean isToEnd;

    /**
     * Asks the table at {@code address}, in which id {@code i} links to {@code i + 1}, {@code
     * perSecond} questions a second.
     */
    ListProbe(String address, int ids, int perSecond) throws IOException {
        this.store = ColdStores.open(address);
        this.ids = ids;
        this.periodNanos = SECOND_NANOS / perSecond;
        this.asker = Thread.ofPlatform().name("probe").start(this::askAll);
    }

    private void askAll() {
        Random random = new Random(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long due = System.nanoTime();
            for (int asked = 0; asked < ANSWERS_MAX && !isToEnd; asked++) {
                for (long left = 1; left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                long id = random.nextInt(ids);
                long begin = due;
                threads.execute(() -> ask(id, begin));
                due += periodNanos;
            }
        }
    }

    private void ask(long id, long due) {
        try {
            Link link = store.reader().link(id, 0, id + 1).value().orElseThrow();
            assertEquals(id, link.id1());
            int answer = answers.getAndIncrement();
            dues[answer] = due;
            nanos[answer] = System.nanoTime() - due;
        } catch (IOException | RuntimeException | AssertionError e) {
            failure.compareAndSet(null, e);
        }
    }

    /** Ends; fails where an answer was wrong or there was none. */
    void end() throws InterruptedException {
        isToEnd = true;
        asker.join();
        Throwable wrong = failure.get();
        if (wrong != null) {
            throw new AssertionError("answer " + answers, wrong);
        }
    }

    int answers() {
        return answers.get();
    }

    /**
     * The time that {@code share} of the answers did not take longer than: of questions that were
     * due {@code fromNanos} to {@code toNanos} of {@link System#nanoTime}.
     */
    long millis(double share, long fromNanos, long toNanos) {
        long[] sorted =
                IntStream.range(0, answers.get())
                        .filter(index -> dues[index] >= fromNanos && dues[index] < toNanos)
                        .mapToLong(index -> nanos[index])
                        .sorted()
                        .toArray();
        int at = (int) Math.ceil(share * sorted.length) - 1;
        return sorted.length == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(sorted[Math.max(0, at)]);
    }

    @Override
    public void close() throws IOException {
        isToEnd = true;
        store.close();
    }
}
