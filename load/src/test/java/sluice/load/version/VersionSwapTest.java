package sluice.load.version;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.PinnedReader;
import sluice.store.StoreReader;
import sluice.testkit.Experiment;

/**
 * E23: readers ask while the served version changes over and over: each answer is of one version,
 * whole, and so are all answers of one pinned reader.
 *
 * <p>{@code -Dswaps=} says how often, {@code -Dids=} how large the versions are. The time of reads
 * in the millisecond after a swap is printed beside what they take at other times, in nanoseconds.
 */
@Tag(Experiment.TAG)
class VersionSwapTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int SWAPS = Experiment.size("swaps", 30, 1000);
    private static final int IDS = Experiment.size("ids", 500, 20_000);
    private static final int LINKS = 20;
    private static final int READERS = 2;
    private static final long AFTER_NANOS = 1_000_000;

    /** In a short test other tests want the processors too. */
    private static final int PAUSE_NANOS = Experiment.size("pauseNanos", 50_000, 0);

    @TempDir Path directory;

    /** How long reads took, as many as fit. */
    private static final class Latencies {
        private final long[] nanos = new long[1 << 20];
        private int count;

        void add(long each) {
            nanos[count++ & nanos.length - 1] = each;
        }

        static long quantile(List<Latencies> all, double share) {
            long[] sorted =
                    all.stream()
                            .flatMapToLong(
                                    each ->
                                            Arrays.stream(
                                                    each.nanos,
                                                    0,
                                                    Math.min(each.count, each.nanos.length)))
                            .sorted()
                            .toArray();
            return sorted.length == 0 ? 0 : sorted[(int) (share * (sorted.length - 1))];
        }
    }

    /** When the last swap was, and what went wrong first. */
    private static final class Shared {
        volatile long swappedAt = Long.MIN_VALUE / 2;
        volatile boolean isOver;
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final AtomicInteger answers = new AtomicInteger();
    }

    @Test
    void noAnswerIsOfTwoVersions() throws Exception {
        Path store = directory.resolve("store");
        Storage storage = DirectoryStorage.create(store);
        VersionFixture.load(storage, source(1));
        VersionFixture.loadVersion(storage, source(2), true);
        Shared shared = new Shared();
        List<Latencies> steady = new ArrayList<>();
        List<Latencies> after = new ArrayList<>();
        Latencies moves = new Latencies();
        try (Experiment experiment = new Experiment("E23 swaps under readers", SEED);
                StoreReader reader = StoreReader.open(storage)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                steady.add(new Latencies());
                after.add(new Latencies());
                SplittableRandom random = new SplittableRandom(SEED + i);
                Latencies own = steady.getLast();
                Latencies ownAfter = after.getLast();
                threads.add(
                        Thread.ofPlatform()
                                .start(() -> read(reader, random, own, ownAfter, shared)));
            }
            for (int swap = 0; swap < SWAPS; swap++) {
                int version = 2 - swap % 2;
                int answers = shared.answers.get();
                if (version == 2) {
                    Versions.publish(storage, OptionalInt.of(2), VersionFixture.NOW);
                } else {
                    Versions.rollback(storage, OptionalInt.of(1), VersionFixture.NOW);
                }
                long begin = System.nanoTime();
                assertTrue(reader.refresh());
                long end = System.nanoTime();
                moves.add(end - begin);
                shared.swappedAt = end;
                assertEquals(version, reader.manifest().versionNumber());
                while (shared.answers.get() - answers < 50 && shared.failure.get() == null) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
            shared.isOver = true;
            for (Thread thread : threads) {
                thread.join();
            }
            if (shared.failure.get() != null) {
                throw new AssertionError("a wrong answer", shared.failure.get());
            }
            experiment.ran(SWAPS);
            experiment
                    .fact("answers", shared.answers.get())
                    .fact("p99 ns of moving on", Latencies.quantile(List.of(moves), 0.99))
                    .fact("p99 ns of a read", Latencies.quantile(steady, 0.99))
                    .fact("p99.9 ns of a read", Latencies.quantile(steady, 0.999))
                    .fact("p99 ns in the ms after a swap", Latencies.quantile(after, 0.99))
                    .fact("p99.9 ns in the ms after a swap", Latencies.quantile(after, 0.999))
                    .passed();
        }
    }

    /** In version N, each of the ids has links of time N alone, N times as many as in the first. */
    private Source source(int version) throws IOException {
        List<String> rows = new ArrayList<>();
        for (int id = 0; id < IDS; id++) {
            for (int link = 0; link < LINKS * version; link++) {
                rows.add("%d,%d,%d".formatted(id, 1_000_000 + link, version));
            }
        }
        return new VersionFixture(directory).rows("v%d.csv".formatted(version), rows);
    }

    private static void read(
            StoreReader reader,
            SplittableRandom random,
            Latencies steady,
            Latencies after,
            Shared shared) {
        try {
            while (!shared.isOver) {
                long begin = System.nanoTime();
                LinkList list =
                        reader.linkList(LinkQuery.newest(random.nextInt(IDS), 0, 10 * LINKS))
                                .value();
                long end = System.nanoTime();
                (end - shared.swappedAt < AFTER_NANOS ? after : steady).add(end - begin);
                versionOf(list);
                if ((shared.answers.incrementAndGet() & 15) == 0) {
                    checkPinned(reader, random);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (Throwable failure) {
            shared.failure.compareAndSet(null, failure);
        }
    }

    private static void checkPinned(StoreReader reader, SplittableRandom random)
            throws IOException {
        try (PinnedReader pinned = reader.pin()) {
            int version = pinned.manifest().versionNumber();
            for (int i = 0; i < 5; i++) {
                LinkList list =
                        pinned.linkList(LinkQuery.newest(random.nextInt(IDS), 0, 10 * LINKS))
                                .value();
                assertEquals(version, versionOf(list));
            }
        }
    }

    private static int versionOf(LinkList list) {
        int version = (int) list.time(0);
        assertEquals(LINKS * version, list.size());
        for (Link link : list.links()) {
            assertEquals(version, link.time());
        }
        return version;
    }
}
