package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.coordinator.decision.PinnedRange;
import sluice.ingest.Source;
import sluice.load.Job;
import sluice.load.Load;
import sluice.load.LoadResult;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.Pools;
import sluice.segment.Borders;
import sluice.storage.MemoryStorage;
import sluice.store.Bucket;
import sluice.store.Manifest;

class CoordinatorTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long[] NO_DEMAND = {};

    @TempDir Path directory;

    private final AtomicLong clock = new AtomicLong(Long.MIN_VALUE / 2);
    private final AtomicInteger absorptions = new AtomicInteger();

    @Test
    void aRealLoadBuildsPinnedIdsFirstAndReleasesWhoWaits() throws Exception {
        Demand demand = new Demand();
        Coordinator coordinator =
                new Coordinator(DecisionOptions.DEFAULT, demand, () -> {}, false, System::nanoTime);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (ExecutorService reader = Executors.newSingleThreadExecutor()) {
            coordinator.staging();
            Future<Boolean> last =
                    reader.submit(() -> coordinator.awaitComplete(3900, 60 * SECOND));
            awaitWaiting(coordinator, last);

            LoadResult result = load(demand, new Recording(coordinator, order));

            assertTrue(last.get(60, TimeUnit.SECONDS), "released");
            assertEquals(4000, result.links());
            assertTrue(order.size() > 4, "buckets: " + order);
            assertEquals(order.size() - 1, order.getFirst(), "the bucket that was waited for");
            assertTrue(coordinator.outlook(1).orElseThrow().builtAlready());
        }
    }

    @Test
    void aReaderThatWaitsIsAnsweredOrEndsAtItsDeadline() throws Exception {
        Coordinator coordinator = coordinator(true);
        coordinator.staging();
        try (ExecutorService readers = Executors.newFixedThreadPool(2)) {
            Future<Boolean> impatient = readers.submit(() -> coordinator.awaitComplete(1, 1));
            assertFalse(impatient.get(60, TimeUnit.SECONDS));
            Future<Boolean> patient =
                    readers.submit(() -> coordinator.awaitComplete(1, 600 * SECOND));
            awaitWaiting(coordinator, patient);

            coordinator.complete(Borders.whole());

            assertTrue(patient.get(60, TimeUnit.SECONDS));
            assertEquals(0, coordinator.waiting());
        }
    }

    @Test
    void whatIsPinnedBeforeUptimeIsBuiltFirstAfterIt() {
        Coordinator coordinator =
                new Coordinator(
                        new DecisionOptions(1000, 1000),
                        new Demand(),
                        absorptions::incrementAndGet,
                        true,
                        clock::get);
        coordinator.staging();
        assertEquals(Optional.empty(), coordinator.outlook(25));
        coordinator.pin(15, 29, true);
        List<PinnedRange> left = coordinator.pin(10, 19, false);
        assertEquals(List.of(new PinnedRange(20, 29)), left);

        begin(coordinator, 3);

        assertEquals(0, coordinator.outlook(25).orElseThrow().bucketsAhead());
        assertEquals(OptionalInt.of(2), coordinator.next(0, new Bucket.State[0], NO_DEMAND));
        assertEquals(OptionalInt.of(0), coordinator.next(1, new Bucket.State[0], NO_DEMAND));
    }

    @Test
    void buildersAreGivenWhatIsAskedForAndRestWhileReadsAreSlow() {
        Demand demand = new Demand();
        Coordinator coordinator =
                new Coordinator(
                        new DecisionOptions(1000, 1000),
                        demand,
                        absorptions::incrementAndGet,
                        true,
                        clock::get);
        begin(coordinator, 3);
        coordinator.pin(25, 25, true);
        assertEquals(OptionalInt.of(2), coordinator.next(0, new Bucket.State[0], NO_DEMAND));
        coordinator.measured(1001, 500);
        clock.addAndGet(SECOND);

        coordinator.built(0, 2);

        assertEquals(SECOND, coordinator.restNanos(0));
        clock.addAndGet(SECOND);
        assertEquals(0, coordinator.restNanos(0));
        assertEquals(OptionalInt.of(0), coordinator.next(0, new Bucket.State[0], NO_DEMAND));
        assertEquals(OptionalInt.of(1), coordinator.next(1, new Bucket.State[0], NO_DEMAND));
        assertEquals(OptionalInt.empty(), coordinator.next(2, new Bucket.State[0], NO_DEMAND));
        coordinator.hotSize(1001, 0);
        coordinator.tick();
        assertEquals(0, absorptions.get(), "while a load builds");
        coordinator.built(0, 0);
        coordinator.built(1, 1);
        assertEquals(1, absorptions.get());
    }

    private Coordinator coordinator(boolean searchable) {
        return new Coordinator(
                DecisionOptions.DEFAULT, new Demand(), () -> {}, searchable, clock::get);
    }

    /** Buckets of ten ids each, all staged. */
    private static void begin(Coordinator coordinator, int buckets) {
        long[] id1s = new long[buckets];
        long[] rows = new long[buckets];
        Bucket.State[] states = new Bucket.State[buckets];
        for (int i = 0; i < buckets; i++) {
            id1s[i] = 10L * i;
            rows[i] = 1;
            states[i] = Bucket.State.STAGED;
        }
        coordinator.begin(new Borders(id1s, new long[buckets]), states, rows);
    }

    private LoadResult load(Demand demand, Recording order) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 4000; i++) {
            text.append("%d %d\n".formatted(i, i + 1));
        }
        Path file = Files.writeString(directory.resolve("links.txt"), text.toString());
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public void published(Manifest manifest) {
                        order.coordinator.tick();
                    }
                };
        Job job =
                Job.of(
                        MemoryStorage.create(),
                        LoadOptions.defaults().withThreads(1).withBucketBytes(4000),
                        new LoadProgress(),
                        events,
                        demand);
        return Load.run(
                job.with(order, Optional.empty(), new Pools()),
                Source.open(List.of(file.toString()), null));
    }

    private static void awaitWaiting(Coordinator coordinator, Future<Boolean> reader)
            throws InterruptedException, ExecutionException {
        while (coordinator.waiting() == 0) {
            if (reader.isDone()) {
                throw new AssertionError("it did not wait: " + reader.get());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Notes which buckets are built in which order. */
    private record Recording(Coordinator coordinator, List<Integer> order) implements BuildOrder {
        @Override
        public void begin(Borders borders, Bucket.State[] states, long[] rows) {
            coordinator.begin(borders, states, rows);
        }

        @Override
        public OptionalInt next(int builder, Bucket.State[] states, long[] demand) {
            return coordinator.next(builder, states, demand);
        }

        @Override
        public long restNanos(int builder) {
            return coordinator.restNanos(builder);
        }

        @Override
        public void built(int builder, int bucket) {
            order.add(bucket);
            coordinator.built(builder, bucket);
        }
    }
}
