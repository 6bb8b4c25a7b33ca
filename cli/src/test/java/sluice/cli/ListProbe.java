package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import sluice.live.ColdStores;
import sluice.model.BucketStore;
import sluice.model.Link;

/**
 * A client that asks HBase for links of the first load, each in its turn 20 times a second whatever
 * becomes of the one before, so that a wait counts for all that it holds up.
 */
final class ListProbe implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int ANSWERS_MAX = 100_000;

    private final BucketStore store;
    private final int ids;
    private final Thread asker;
    private final long[] nanos = new long[ANSWERS_MAX];
    private volatile int answers;
    private volatile boolean isToEnd;
    private volatile @Nullable Throwable failure;

    /** Asks the table at {@code address}, in which id {@code i} links to {@code i + 1}. */
    ListProbe(String address, int ids) throws IOException {
        this.store = ColdStores.open(address);
        this.ids = ids;
        this.asker = Thread.ofPlatform().name("probe").start(this::ask);
    }

    private void ask() {
        Random random = new Random(1);
        long due = System.nanoTime();
        int asked = 0;
        try {
            while (!isToEnd && asked < ANSWERS_MAX) {
                LockSupport.parkNanos(Math.max(1, due - System.nanoTime()));
                if (System.nanoTime() < due) {
                    continue;
                }
                long id = random.nextInt(ids);
                Link link = store.reader().link(id, 0, id + 1).value().orElseThrow();
                assertEquals(id, link.id1());
                nanos[asked] = System.nanoTime() - due;
                asked++;
                answers = asked;
                due += PERIOD_NANOS;
            }
        } catch (IOException | RuntimeException | AssertionError e) {
            failure = e;
        }
    }

    /** Ends; fails where an answer was wrong or there was none. */
    void end() throws InterruptedException {
        isToEnd = true;
        asker.join();
        Throwable wrong = failure;
        if (wrong != null) {
            throw new AssertionError("answer " + answers, wrong);
        }
    }

    int answers() {
        return answers;
    }

    /** The time that {@code share} of the answers did not take longer than. */
    long millis(double share) {
        long[] sorted = Arrays.copyOf(nanos, answers);
        Arrays.sort(sorted);
        int at = (int) Math.min(sorted.length - 1, Math.ceil(share * sorted.length));
        return TimeUnit.NANOSECONDS.toMillis(sorted[Math.max(0, at)]);
    }

    @Override
    public void close() throws IOException {
        isToEnd = true;
        store.close();
    }
}
