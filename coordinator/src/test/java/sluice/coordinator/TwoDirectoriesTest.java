package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.Job;
import sluice.load.Load;
import sluice.load.job.BuildOrder;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.job.Pools;
import sluice.load.remote.RemoteStore;
import sluice.model.BucketStore;
import sluice.model.BuildJobs;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Two directories that load into one place of a cold store, which takes the loads of one. */
class TwoDirectoriesTest {
    private static final long LEASE_MILLIS = 200;

    @TempDir Path directory;
    private final MemoryBuckets place = new MemoryBuckets();
    private Directory first;
    private Directory second;

    /** A directory with jobs of its own. */
    private record Directory(LoadedStore store, MemoryJobs jobs) {}

    /** Runs what a test wants before the place is claimed for the first time. */
    private static final class Claimed extends WatchedBuckets {
        private Step before;

        Claimed(BucketStore store, Step before) {
            super(store);
            this.before = before;
        }

        @Override
        public Owner claim(Owner owner) throws IOException {
            Step step = before;
            before = () -> {};
            step.run();
            return super.claim(owner);
        }

        @Override
        long commit(int bucket, BucketWriter writer) throws IOException {
            return writer.commit();
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    @BeforeEach
    void twoDirectories() throws IOException {
        first = directory("first", 1);
        second = directory("second", 2);
    }

    private Directory directory(String name, long seed) throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(seed));
        Path folder = Files.createDirectory(directory.resolve(name));
        return new Directory(
                new LoadedStore(folder, graph.nodes(), graph.links(300), 1 << 9),
                new MemoryJobs(() -> System.nanoTime() / 1_000_000));
    }

    @Test
    void ofTwoThatFindThePlaceEmptyOneLoads() throws IOException {
        Claimed raced = new Claimed(place, () -> load(second, place));
        SluiceException refused = refused(first, raced);
        assertTrue(refused.getMessage().contains("belongs to another"), refused.getMessage());
        assertTrue(
                refused.getMessage().contains(second.store().storage().location()),
                refused.getMessage());
        assertEquals("", first.jobs().load(), "jobs of the one that was refused");
        assertFalse(place.isEmpty());
        // It has it, and goes on.
        load(second, place);
    }

    @Test
    void placeThatWasClaimedAndHasNoRowsIsRefused() throws IOException {
        BuildJobs dying = new DyingJobs(second.jobs().another());
        assertThrows(IOException.class, () -> load(second, dying, place));
        assertTrue(place.isEmpty());
        refused(first, place);
        // Its directory goes on.
        load(second, place);
        assertFalse(place.isEmpty());
        refused(first, place);
    }

    @Test
    void directoryThatAnEarlierVersionLoadedClaimsItsPlaceWithItsNextLoad() throws IOException {
        load(first, place);
        place.unclaim();
        refused(second, place);
        assertEquals(Optional.empty(), place.owner());
        load(first, place);
        load(first, first.jobs().another(), place, second.store());
        assertTrue(place.owner().isPresent());
        refused(second, place);
    }

    /** As after its database was dropped and made again. */
    @Test
    void directoryWhoseJobsAreGoneIsToldSo() throws IOException {
        AtomicInteger built = new AtomicInteger();
        BucketStore dying =
                new WatchedBuckets(place) {
                    @Override
                    long commit(int bucket, BucketWriter writer) throws IOException {
                        if (built.incrementAndGet() > 2) {
                            throw new IOException("killed");
                        }
                        return writer.commit();
                    }
                };
        assertThrows(IOException.class, () -> load(first, dying));
        BuildJobs none = new MemoryJobs(() -> System.nanoTime() / 1_000_000);
        SluiceException refused =
                assertThrows(SluiceException.class, () -> load(first, none, place));
        assertEquals(ErrorCode.STORE, refused.code());
        assertTrue(refused.getMessage().contains("a load of this directory"), refused::getMessage);
        // With its jobs it goes on.
        load(first, place);
    }

    /** Those of a process that dies before it writes jobs down. */
    private static final class DyingJobs extends ForwardedJobs {
        DyingJobs(BuildJobs jobs) {
            super(jobs);
        }

        @Override
        public void begin(String load, List<Bucket> buckets) throws IOException {
            throw new IOException("killed");
        }
    }

    private static SluiceException refused(Directory loading, BucketStore into) {
        SluiceException refused = assertThrows(SluiceException.class, () -> load(loading, into));
        assertEquals(ErrorCode.STORE, refused.code());
        assertTrue(refused.getMessage().contains("another directory"), refused.getMessage());
        return refused;
    }

    private static void load(Directory loading, BucketStore into) throws IOException {
        load(loading, loading.jobs().another(), into);
    }

    private static void load(Directory loading, BuildJobs jobs, BucketStore into)
            throws IOException {
        load(loading, jobs, into, loading.store());
    }

    /** Loads what {@code source} has. */
    private static void load(
            Directory loading, BuildJobs jobs, BucketStore into, LoadedStore source)
            throws IOException {
        LoadOptions options =
                LoadOptions.defaults()
                        .withMemory(256L << 20, 64L << 20)
                        .withThreads(2)
                        .withChunkBytes(1 << 10)
                        .withBucketBytes(1 << 9);
        try (RemoteStore remote = new RemoteStore(into, jobs, "builder", LEASE_MILLIS, 2)) {
            Load.run(
                    Job.of(
                                    loading.store().storage(),
                                    options,
                                    new LoadProgress(),
                                    LoadEvents.NONE,
                                    new Demand())
                            .with(BuildOrder.DEMAND_FIRST, Optional.of(remote), new Pools()),
                    source.source());
        }
    }
}
