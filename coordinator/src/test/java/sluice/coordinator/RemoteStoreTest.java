package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.coordinator.decision.HotListOptions;
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
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.store.Bucket;

/** Buckets that are built in a cold store elsewhere, by one process and by two. */
class RemoteStoreTest {

    @TempDir Path directory;
    private final ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor();
    private CountedBuckets buckets;
    private final MemoryGraph model = new MemoryGraph(2000);
    private final SplittableRandom names = new SplittableRandom(2);
    private RandomGraph graph;
    private LoadedStore loaded;

    @BeforeEach
    void aGraph() throws IOException {
        buckets = new CountedBuckets(newStore());
        SplittableRandom random = new SplittableRandom(1);
        graph = new RandomGraph(random);
        List<Node> nodes = graph.nodes();
        List<Link> links = graph.links(300);
        loaded = new LoadedStore(directory, nodes, links, 1 << 9);
        nodes.forEach(model::loadNode);
        links.forEach(model::addLink);
    }

    @AfterEach
    void end() {
        readers.close();
    }

    /** An empty cold store for a test, which the test does not close. */
    BucketStore newStore() throws IOException {
        return new MemoryBuckets();
    }

    private final MemoryJobs memoryJobs = new MemoryJobs(() -> System.nanoTime() / 1_000_000);

    /** The jobs of this test, as another process opens them. */
    BuildJobs openJobs() throws IOException {
        return memoryJobs.another();
    }

    /** How long a builder may be silent. */
    long leaseMillis() {
        return 200;
    }

    /** A hot store of its own for each name. */
    HotStore openHot(String name) throws IOException {
        return HotDirectory.open(directory.resolve(name));
    }

    @Test
    void allAnswersAreCompleteFromUptimeOnAndComeFromElsewhereInTheEnd() throws Exception {
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, true)) {
            List<Boolean> built = new ArrayList<>();
            store.load(
                    loaded.source(),
                    options(),
                    new LoadProgress(),
                    new LoadEvents() {
                        @Override
                        public void uptime() {
                            built.add(remote.isAllBuilt());
                            check(store);
                        }
                    });
            assertEquals(List.of(false), built);
            assertTrue(remote.isAllBuilt());
            check(store);
            assertEquals(loaded.manifest().buckets().size(), buckets.commits.size());
            assertTrue(buckets.commits.size() > 3, "buckets: " + buckets.commits.size());
        }
    }

    @Test
    void whoMustNotSearchRunsWaitsForItsBucket() throws Exception {
        loaded = stagedOnly();
        long id = lastId();
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, false)) {
            assertFalse(store.graph().count(id, 1).complete());
            Patience patient = new Patience(Patience.WhenPartial.WAIT, 30_000_000_000L);
            CountDownLatch asking = new CountDownLatch(1);
            Future<Long> count =
                    readers.submit(
                            () -> {
                                asking.countDown();
                                return store.graph().with(patient).count(id, 1).value();
                            });
            asking.await();
            assertFalse(count.isDone());
            store.build(options(), new LoadProgress(), LoadEvents.NONE);
            assertEquals(model.count(id, 1).value(), count.get());
            check(store);
        }
    }

    @Test
    void twoProcessesShareTheBuckets() throws Exception {
        loaded = stagedOnly();
        try (HotStore hot = openHot("hot");
                HotStore hot2 = openHot("hot2");
                RemoteStore a = remote("a");
                RemoteStore b = remote("b");
                LiveStore first = open(hot, a, true);
                LiveStore second = open(hot2, b, true)) {
            Future<?> one = readers.submit(() -> build(first));
            build(second);
            one.get();
            check(first);
            check(second);
            int count = loaded.manifest().buckets().size();
            assertEquals(count, buckets.commits.size());
            buckets.commits.forEach((bucket, times) -> assertEquals(1, times, "bucket " + bucket));
        }
    }

    @Test
    void aBucketOfADeadBuilderIsTakenOver() throws Exception {
        loaded = stagedOnly();
        BuildJobs jobs = openJobs();
        try (RemoteStore dying =
                new RemoteStore(buckets, jobs, "one that dies", leaseMillis(), 1)) {
            dying.attach(loaded.storage(), loaded.manifest());
            assertTrue(jobs.lease(0, "one that dies", 2 * leaseMillis()));
        }
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, true)) {
            build(store);
            assertTrue(remote.isAllBuilt());
            assertEquals(List.of(), notBuilt(remote));
            check(store);
        }
    }

    @Test
    void aBucketThatAnotherTakesFirstIsLeftToIt() throws Exception {
        loaded = stagedOnly();
        int count = loaded.manifest().buckets().size();
        BeatenJobs jobs = new BeatenJobs(openJobs());
        try (HotStore hot = openHot("hot");
                RemoteStore remote = new RemoteStore(buckets, jobs, "a", leaseMillis(), 2);
                LiveStore store = open(hot, remote, true)) {
            Future<?> building = readers.submit(() -> build(store));
            while (buckets.commits.size() < count - 1 && !building.isDone()) {
                LockSupport.parkNanos(5_000_000);
            }
            assertFalse(building.isDone(), "all is said to be built");
            assertFalse(buckets.begun.contains(0), "the other's bucket was begun");
            jobs.giveBack(0, BeatenJobs.OTHER);
            building.get();
            check(store);
        }
    }

    @Test
    void aServerThatIsAwayForAWhileIsWaitedFor() throws Exception {
        loaded = stagedOnly();
        AwayJobs jobs = new AwayJobs(openJobs(), 6);
        try (HotStore hot = openHot("hot");
                RemoteStore remote = new RemoteStore(buckets, jobs, "a", leaseMillis(), 2);
                LiveStore store = open(hot, remote, true)) {
            jobs.begun.set(true);
            buckets.answersToLose.set(3);
            build(store);
            assertEquals(0, jobs.failures.get());
            assertEquals(0, buckets.answersToLose.get());
            assertEquals(List.of(), notBuilt(remote));
            check(store);
        }
    }

    @Test
    void whoWaitsForAServerStopsWhenItShall() throws Exception {
        loaded = stagedOnly();
        AwayJobs jobs = new AwayJobs(openJobs(), Integer.MAX_VALUE);
        LoadEvents stop =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        return jobs.failures.get() < Integer.MAX_VALUE - 3;
                    }
                };
        try (HotStore hot = openHot("hot");
                RemoteStore remote = new RemoteStore(buckets, jobs, "a", leaseMillis(), 2);
                LiveStore store = open(hot, remote, true)) {
            jobs.begun.set(true);
            SluiceException stopped =
                    assertThrows(
                            SluiceException.class,
                            () -> store.build(options(), new LoadProgress(), stop));
            assertEquals(ErrorCode.INTERRUPTED, stopped.code());
        }
    }

    @Test
    void aLoadThatIsStoppedGoesOnAndBuildsNothingAgain() throws Exception {
        try (HotStore hot = openHot("hot")) {
            LoadEvents stop =
                    new LoadEvents() {
                        @Override
                        public boolean stopRequested() {
                            return buckets.commits.size() >= 2;
                        }
                    };
            try (RemoteStore remote = remote("a");
                    LiveStore store = open(hot, remote, true)) {
                assertEquals(ErrorCode.INTERRUPTED, failure(store, stop).code());
                check(store);
            }
            try (RemoteStore remote = remote("a");
                    LiveStore store = open(hot, remote, true)) {
                store.load(loaded.source(), options(), new LoadProgress(), LoadEvents.NONE);
                check(store);
            }
            buckets.commits.forEach((bucket, times) -> assertEquals(1, times, "bucket " + bucket));
        }
    }

    @Test
    void listsThatAreAskedForOftenNeedNoColdStore() throws Exception {
        long id = graph.ids[0];
        long type = graph.types[0];
        try (HotStore hot = openHot("hot")) {
            try (RemoteStore remote = remote("a");
                    LiveStore store = openWithHotLists(hot, remote, 1 << 20)) {
                store.load(loaded.source(), options(), new LoadProgress(), LoadEvents.NONE);
                for (int i = 0; i < 5; i++) {
                    store.graph().count(id, type);
                }
                while (store.hotLists().lists() == 0) {
                    LockSupport.parkNanos(5_000_000);
                }
                askTheHotStoreAlone(store, id, type);
                // What is held is no row that the cold store has as well.
                assertEquals(0, store.absorb());
                askTheHotStoreAlone(store, id, type);
                Link link = new Link(id, type, 12345, Visibility.VISIBLE, 1, 1, new byte[3]);
                store.graph().addLink(link);
                model.addLink(link);
                askTheHotStoreAlone(store, id, type);
                check(store);
            }
            try (RemoteStore remote = remote("b");
                    LiveStore store = openWithHotLists(hot, remote, 1 << 20)) {
                askTheHotStoreAlone(store, id, type);
                check(store);
            }
            try (RemoteStore remote = remote("c");
                    LiveStore store = openWithHotLists(hot, remote, 0)) {
                assertEquals(0, store.hotLists().lists());
                while (!hot.held().all().isEmpty()) {
                    LockSupport.parkNanos(5_000_000);
                }
                check(store);
            }
        }
    }

    @Test
    void copiesOfADirectoryThatWasThrownAwayAreNotBelieved() throws Exception {
        long id = graph.ids[0];
        long type = graph.types[0];
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a")) {
            try (LiveStore store = openWithHotLists(hot, remote, 1 << 20)) {
                store.load(loaded.source(), options(), new LoadProgress(), LoadEvents.NONE);
                for (int i = 0; i < 5; i++) {
                    store.graph().count(id, type);
                }
                while (store.hotLists().lists() == 0) {
                    LockSupport.parkNanos(5_000_000);
                }
            }
            // The same directory in all but its name.
            loaded.storage().delete("store-name");
            try (LiveStore store = openWithHotLists(hot, remote, 1 << 20)) {
                assertEquals(0, store.hotLists().lists());
                check(store);
            }
        }
    }

    private void askTheHotStoreAlone(LiveStore store, long id1, long type) throws IOException {
        long before = buckets.requests();
        LinkQuery all = LinkQuery.newest(id1, type, Integer.MAX_VALUE);
        List<Link> expected = model.linkList(all).value().links();
        assertEquals(expected, store.graph().linkList(all).value().links());
        assertEquals(model.count(id1, type), store.graph().count(id1, type));
        for (Link link : expected) {
            assertEquals(Optional.of(link), store.graph().link(id1, type, link.id2()).value());
        }
        assertEquals(before, buckets.requests(), "requests to the cold store");
    }

    private LiveStore openWithHotLists(HotStore hot, RemoteStore remote, long bytesMax)
            throws IOException {
        return LiveStore.open(
                loaded.storage(),
                hot,
                LiveStoreOptions.of(options(), DecisionOptions.DEFAULT)
                        .buildingInto(remote, false)
                        .copying(HotListOptions.ofBytes(bytesMax), names::nextLong)
                        .numberingNodesFrom(2000),
                System::nanoTime);
    }

    @Test
    void theSameLoadIntoSegmentsIsAnotherOne() throws Exception {
        loaded = stagedOnly();
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () ->
                                Load.run(
                                        loaded.storage(),
                                        loaded.source(),
                                        options(),
                                        new LoadProgress(),
                                        LoadEvents.NONE,
                                        new Demand()));
        assertEquals(ErrorCode.STORE, refused.code());
        String said = refused.getMessage();
        assertTrue(
                said.contains("--cold was %s and is nothing".formatted(buckets.location())), said);
    }

    @Test
    void rowsThatAnotherDirectoryHasLoadedAreNotBuiltUpon() throws Exception {
        try (HotStore hot = openHot("hot");
                RemoteStore remote = remote("a");
                LiveStore store = open(hot, remote, true)) {
            store.load(loaded.source(), options(), new LoadProgress(), LoadEvents.NONE);
        }
        int commits = buckets.commits.size();
        Path otherDirectory = Files.createDirectory(directory.resolve("other"));
        loaded = new LoadedStore(otherDirectory, graph.nodes(), graph.links(300), 1 << 9);
        BuildJobs otherJobs = new MemoryJobs(() -> System.nanoTime() / 1_000_000);
        try (HotStore hot = openHot("hot2");
                RemoteStore remote = new RemoteStore(buckets, otherJobs, "b", leaseMillis(), 2);
                LiveStore store = open(hot, remote, true)) {
            SluiceException refused = failure(store, LoadEvents.NONE);
            assertEquals(ErrorCode.STORE, refused.code());
            assertTrue(refused.getMessage().contains("another directory"), refused.getMessage());
        }
        assertEquals(commits, buckets.commits.size());
    }

    /** Of a load that must not end well. */
    private SluiceException failure(LiveStore store, LoadEvents events) {
        return assertThrows(
                SluiceException.class,
                () -> store.load(loaded.source(), options(), new LoadProgress(), events));
    }

    private void build(LiveStore store) {
        try {
            store.build(options(), new LoadProgress(), LoadEvents.NONE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Bucket.State> notBuilt(RemoteStore remote) {
        return remote.states().stream().filter(state -> state != Bucket.State.BUILT).toList();
    }

    /** The graph, in runs, by a load that builds elsewhere. */
    private LoadedStore stagedOnly() throws IOException {
        boolean[] up = new boolean[1];
        LoadEvents stop =
                new LoadEvents() {
                    @Override
                    public void uptime() {
                        up[0] = true;
                    }

                    @Override
                    public boolean stopRequested() {
                        return up[0];
                    }
                };
        try (RemoteStore remote = remote("stager")) {
            SluiceException stopped =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    Load.run(
                                            Job.of(
                                                            loaded.storage(),
                                                            options(),
                                                            new LoadProgress(),
                                                            stop,
                                                            new Demand())
                                                    .with(
                                                            BuildOrder.DEMAND_FIRST,
                                                            Optional.of(remote),
                                                            new Pools()),
                                            loaded.source()));
            assertEquals(ErrorCode.INTERRUPTED, stopped.code());
        }
        assertEquals(0, buckets.commits.size());
        return loaded;
    }

    private long lastId() throws IOException {
        var all = loaded.manifest().buckets();
        return all.getLast().firstId1();
    }

    private void check(LiveStore store) {
        try {
            new SameGraph(store.graph(), model, true, new SplittableRandom(1))
                    .check(graph.ids, graph.types, graph.times);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private RemoteStore remote(String builder) throws IOException {
        return new RemoteStore(buckets, openJobs(), builder, leaseMillis(), 2);
    }

    private static LoadOptions options() {
        return LoadOptions.defaults()
                .withMemory(256L << 20, 64L << 20)
                .withThreads(2)
                .withChunkBytes(1 << 10)
                .withBucketBytes(1 << 9);
    }

    private LiveStore open(HotStore hot, RemoteStore remote, boolean searchRuns)
            throws IOException {
        return LiveStore.open(
                loaded.storage(),
                hot,
                LiveStoreOptions.of(options(), DecisionOptions.DEFAULT)
                        .buildingInto(remote, searchRuns)
                        .numberingNodesFrom(2000),
                System::nanoTime);
    }
}
