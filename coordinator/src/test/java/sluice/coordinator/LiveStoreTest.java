package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.HotScan;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.testkit.Seeds;

/** A store directory and a hot store as one, with absorptions between and beside the writes. */
class LiveStoreTest {
    private static final int SEEDS = 10;
    private static final int ROUNDS = 4;

    private static final Node NODE = new Node(0, 1, 0, 0, new byte[] {1});

    @TempDir Path directory;
    private int graphs;

    @Test
    void everyAnswerIsThatOfTheReferenceBeforeAndAfterAbsorbing() {
        Seeds.each(SEEDS, random -> tryGraph(random, false));
    }

    @Test
    void andWhileOneWrites() {
        Seeds.each(SEEDS, random -> tryGraph(random, true));
    }

    private void tryGraph(SplittableRandom random, boolean writing) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("graph-" + graphs++));
        RandomGraph graph = new RandomGraph(random);
        List<Node> nodes = graph.nodes();
        List<Link> links = graph.links(random.nextInt(1, 300));
        LoadedStore loaded = new LoadedStore(folder, nodes, links, 1L << random.nextInt(8, 14));
        loaded.load(LoadedStore.Until.BUILT);
        MemoryGraph model = new MemoryGraph(2000);
        nodes.forEach(model::loadNode);
        links.forEach(model::addLink);
        long firstNodeId = model.addNode(NODE);
        try (HotStore hot = HotDirectory.open(folder.resolve("hot"))) {
            try (LiveStore store = open(loaded.storage(), hot, firstNodeId)) {
                assertEquals(firstNodeId, store.graph().addNode(NODE));
            }
            for (int round = 0; round < ROUNDS; round++) {
                // Opened anew each time, as after a restart.
                try (LiveStore store = open(loaded.storage(), hot, firstNodeId)) {
                    if (writing) {
                        writeWhileAbsorbing(store, graph, model, random);
                    } else {
                        write(store, graph, model, random.nextInt(100));
                        check(store, graph, model, random);
                        store.absorb();
                        assertEmpty(hot);
                    }
                    check(store, graph, model, random);
                }
            }
        }
    }

    private static void writeWhileAbsorbing(
            LiveStore store, RandomGraph graph, MemoryGraph model, SplittableRandom random)
            throws IOException {
        AtomicBoolean absorbed = new AtomicBoolean();
        try (ExecutorService writer = Executors.newSingleThreadExecutor()) {
            Future<?> writing =
                    writer.submit(
                            () -> {
                                while (!absorbed.get()) {
                                    write(store, graph, model, 10);
                                }
                                return null;
                            });
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                store.absorb();
            }
            absorbed.set(true);
            writing.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aStoreOfOnlineWritesAloneIsAbsorbedIntoADirectory() throws IOException {
        Storage storage = MemoryStorage.create();
        Link link = new Link(7, 1, 8, Visibility.VISIBLE, 0, 5, new byte[] {3});
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"))) {
            try (LiveStore store = open(storage, hot, 1)) {
                store.graph().addLink(link);
                assertEquals(false, store.graph().count(7, 1).complete());
                store.absorb();
                assertEquals(true, store.graph().count(7, 1).complete());
            }
            try (LiveStore store = open(storage, hot, 1)) {
                LinkQuery newest = LinkQuery.newest(7, 1, 9);
                assertEquals(List.of(link), store.graph().linkList(newest).value().links());
                assertEmpty(hot);
            }
        }
    }

    @Test
    void thatTheHotStoreIsAwayIsSaidOnceAndWithoutATrace() throws Exception {
        List<LogRecord> said = new CopyOnWriteArrayList<>();
        Handler listener =
                new Handler() {
                    @Override
                    public void publish(LogRecord line) {
                        said.add(line);
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        Logger log = Logger.getLogger(Weighing.class.getName());
        log.addHandler(listener);
        CountDownLatch asked = new CountDownLatch(5);
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(MemoryStorage.create(), unweighed(hot, asked), 1)) {
            assertFalse(store.graph().count(7, 1).complete());
            assertTrue(asked.await(1, TimeUnit.MINUTES));
        } finally {
            log.removeHandler(listener);
        }
        assertEquals(1, said.size(), "lines");
        assertNull(said.getFirst().getThrown());
    }

    /** One that cannot be asked for its size, as in a database that is away. */
    private static HotStore unweighed(HotStore store, CountDownLatch asked) {
        return HookedHotStore.over(
                store,
                method -> {
                    if (method.equals("sizeBytes")) {
                        asked.countDown();
                        throw new IOException("no connection");
                    }
                    return Optional.empty();
                });
    }

    @Test
    @Timeout(60)
    void aHotStoreThatIsAwayTakesNoWritesUntilItIsBack() throws Exception {
        AtomicBoolean isAway = new AtomicBoolean();
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(MemoryStorage.create(), awayWhile(isAway, hot), 1)) {
            assertEquals(Optional.empty(), store.writesRefused());
            isAway.set(true);
            awaitRefusal(store, Optional.of("no connection"));
            isAway.set(false);
            awaitRefusal(store, Optional.empty());
        }
    }

    private static HotStore awayWhile(AtomicBoolean isAway, HotStore store) {
        return HookedHotStore.over(
                store,
                _ -> {
                    if (isAway.get()) {
                        throw new IOException("no connection");
                    }
                    return Optional.empty();
                });
    }

    private static void awaitRefusal(LiveStore store, Optional<String> refusal) {
        while (!store.writesRefused().equals(refusal)) {
            assertFalse(Thread.currentThread().isInterrupted(), "in time");
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void anEmptyStoreThatIsAllThereIsAnswersCompletely() throws Exception {
        Storage storage = MemoryStorage.create();
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(storage, hot, 1)) {
            assertFalse(store.graph().count(7, 1).complete());
            store.completeIfEmpty();
            assertTrue(store.graph().count(7, 1).complete());
            assertTrue(store.coordinator().awaitComplete(7, 0));
            store.graph().addLink(new Link(7, 1, 8, Visibility.VISIBLE, 0, 5, new byte[] {3}));
            assertEquals(new Answer<>(1L, true), store.graph().count(7, 1));
            assertEquals(1, store.absorb());
            assertEquals(new Answer<>(1L, true), store.graph().count(7, 1));
        }
    }

    @Test
    void aLargeHotStoreIsAbsorbedUnasked() throws Exception {
        Storage storage = MemoryStorage.create();
        try (RocksHotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store =
                        LiveStore.open(
                                storage,
                                hot,
                                LiveStoreOptions.of(options(), new DecisionOptions(0, 1 << 16))
                                        .numberingNodesFrom(1),
                                System::nanoTime)) {
            store.absorb();
            byte[] data = new byte[1000];
            long number = 0;
            while (storage.list().stream().noneMatch(name -> name.startsWith("segment-"))) {
                Link link = new Link(number, 1, 1, Visibility.VISIBLE, 0, number, data);
                store.graph().addLink(link);
                number++;
                assertTrue(number < 1_000_000, "nothing was absorbed");
            }
            for (long id = 0; id < number; id += 1 + number / 100) {
                assertEquals(1L, store.graph().count(id, 1).value());
            }
        }
    }

    @Test
    void aLoadThatWasStoppedWhileItBuiltGoesOnInTheSameProcess() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        List<Link> links = graph.links(500);
        LoadedStore loaded = new LoadedStore(directory, graph.nodes(), links, 256);
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(loaded.storage(), hot, 1)) {
            AtomicBoolean stop = new AtomicBoolean();
            LoadEvents stopsWhileBuilding =
                    new LoadEvents() {
                        @Override
                        public void published(Manifest manifest) {
                            stop.set(manifest.phase() == Manifest.Phase.BUILDING);
                        }

                        @Override
                        public boolean stopRequested() {
                            return stop.get();
                        }
                    };
            assertThrows(
                    SluiceException.class,
                    () -> store.load(loaded.source(), options(), progress(), stopsWhileBuilding));
            assertEquals(Manifest.Phase.BUILDING, store.manifest().phase());
            store.load(loaded.source(), options(), progress(), LoadEvents.NONE);
            assertEquals(Manifest.Phase.COMPLETE, store.manifest().phase());
        }
    }

    /** Wherever it is stopped: at the first look, at the second one, and so on until it is not. */
    @Test
    void anAbsorptionThatWasStoppedIsSoundAndGoesOn() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        RandomGraph graph = new RandomGraph(random);
        List<Node> nodes = graph.nodes();
        List<Link> links = graph.links(200);
        LoadedStore loaded = new LoadedStore(directory, nodes, links, 256);
        loaded.load(LoadedStore.Until.BUILT);
        MemoryGraph model = new MemoryGraph(2000);
        nodes.forEach(model::loadNode);
        links.forEach(model::addLink);
        long firstNodeId = model.addNode(NODE);
        int stops = 0;
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"))) {
            try (LiveStore store = open(loaded.storage(), hot, firstNodeId)) {
                assertEquals(firstNodeId, store.graph().addNode(NODE));
            }
            for (boolean stopped = true; stopped; stops++) {
                try (LiveStore store = open(loaded.storage(), hot, firstNodeId)) {
                    write(store, graph, model, 20);
                    stopped = isStoppedAt(store, stops + 1);
                    check(store, graph, model, random);
                }
            }
            assertEmpty(hot);
        }
        assertTrue(stops > 5, "it was stopped " + (stops - 1) + " times");
    }

    private static boolean isStoppedAt(LiveStore store, int look) throws IOException {
        AtomicInteger looks = new AtomicInteger();
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        return looks.incrementAndGet() >= look;
                    }
                };
        try {
            store.absorb(events);
            return false;
        } catch (SluiceException e) {
            assertEquals(ErrorCode.INTERRUPTED, e.code(), e::getMessage);
            return true;
        }
    }

    /** Else the next node would replace one that was just loaded. */
    @Test
    void nodesThatAreAddedAfterALaterLoadTakeNoneOfItsIds() throws IOException {
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(MemoryStorage.create(), hot)) {
            store.load(nodesOf(1, 3).source(), options(), progress(), LoadEvents.NONE);
            assertEquals(4, store.graph().addNode(NODE));
            store.load(nodesOf(4, 6).source(), options(), progress(), LoadEvents.NONE);
            assertEquals(7, store.graph().addNode(NODE));
            assertEquals(8, store.graph().addNode(NODE));
        }
    }

    /** The names of the next load get the ids that follow those of the names before. */
    @Test
    void addedNodesTakeNoIdOfNamesOfLaterLoads() throws IOException {
        Path people = directory.resolve("people.csv");
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(MemoryStorage.create(), hot)) {
            long added = 0;
            for (String names : List.of("ada\nbo\n", "cy\ndi\n")) {
                Files.writeString(people, "name:ID(Person),:LABEL\n" + names.replace("\n", ",P\n"));
                Source source = Source.open(List.of(people.toString()), null);
                store.load(source, options(), progress(), LoadEvents.NONE);
                added = store.graph().addNode(NODE);
            }
            assertEquals(Node.RESERVED + 1, added);
            assertEquals(4, loadedNodes(store));
        }
    }

    private static int loadedNodes(LiveStore store) throws IOException {
        int nodes = 0;
        for (long id = 0; id < 10; id++) {
            nodes += store.graph().node(id).value().isPresent() ? 1 : 0;
        }
        return nodes;
    }

    @Test
    void anAbsorptionThatGoesOnCountsWhatTheStoppedOneStaged() throws IOException {
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(MemoryStorage.create(), hot)) {
            store.completeIfEmpty();
            for (int id2 = 1; id2 <= 5; id2++) {
                store.graph().addLink(new Link(7, 1, id2, Visibility.VISIBLE, 0, 5, new byte[0]));
            }
            LoadEvents stopsBeforeBuilding =
                    new LoadEvents() {
                        private volatile boolean staged;

                        @Override
                        public void published(Manifest manifest) {
                            staged |= manifest.phase() == Manifest.Phase.ABSORBING;
                        }

                        @Override
                        public boolean stopRequested() {
                            return staged;
                        }
                    };
            assertThrows(SluiceException.class, () -> store.absorb(stopsBeforeBuilding));
            assertEquals(5, store.absorb());
            assertEquals(0, store.absorb());
        }
    }

    @Test
    void aLoadWaitsForAnAbsorptionThatRuns() throws Exception {
        Storage storage = MemoryStorage.create();
        LoadedStore loaded = nodesOf(1, 3);
        try (ExecutorService loader = Executors.newSingleThreadExecutor();
                HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(storage, hot)) {
            store.completeIfEmpty();
            store.graph().addLink(new Link(7, 1, 8, Visibility.VISIBLE, 0, 5, new byte[] {3}));
            AtomicReference<Thread> thread = new AtomicReference<>();
            AtomicReference<Future<?>> load = new AtomicReference<>();
            LoadEvents beginsALoad =
                    new LoadEvents() {
                        @Override
                        public void published(Manifest manifest) {
                            if (load.get() == null) {
                                load.set(loader.submit(() -> loadIn(store, loaded, thread)));
                                awaitBlocked(thread, load.get());
                            }
                        }
                    };
            assertEquals(1, store.absorb(beginsALoad));
            load.get().get();
            assertEquals(new Answer<>(1L, true), store.graph().count(7, 1));
            assertTrue(store.graph().node(3).value().isPresent());
        }
    }

    private static @Nullable Void loadIn(
            LiveStore store, LoadedStore loaded, AtomicReference<Thread> thread)
            throws IOException {
        thread.set(Thread.currentThread());
        store.load(loaded.source(), options(), progress(), LoadEvents.NONE);
        return null;
    }

    /** Returns once {@code thread} waits for somebody, or has ended. */
    private static void awaitBlocked(AtomicReference<Thread> thread, Future<?> task) {
        Set<Thread.State> waits = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
        while (!task.isDone()
                && (thread.get() == null || !waits.contains(thread.get().getState()))) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void whatAnotherProcessLoadsIsSeen() throws Exception {
        Storage storage = MemoryStorage.create();
        try (HotStore hot = HotDirectory.open(directory.resolve("hot"));
                LiveStore store = open(storage, hot)) {
            loadElsewhere(storage, nodesOf(1, 3));
            assertTrue(store.coordinator().awaitComplete(3, TimeUnit.MINUTES.toNanos(1)));
            assertTrue(store.graph().node(3).value().isPresent());
            loadElsewhere(storage, nodesOf(4, 6));
            while (store.graph().node(6).equals(new Answer<>(Optional.empty(), true))) {
                LockSupport.parkNanos(1_000_000);
            }
            assertTrue(store.coordinator().awaitComplete(6, TimeUnit.MINUTES.toNanos(1)));
            assertTrue(store.graph().node(6).value().isPresent());
            assertEquals(7, store.graph().addNode(NODE));
        }
    }

    private static void loadElsewhere(Storage storage, LoadedStore loaded) throws IOException {
        Load.run(storage, loaded.source(), options(), progress(), LoadEvents.NONE, new Demand());
    }

    private LoadedStore nodesOf(int first, int last) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("nodes-" + first));
        List<Node> nodes = new ArrayList<>();
        for (int id = first; id <= last; id++) {
            nodes.add(new Node(id, 1, 0, 0, new byte[] {'x'}));
        }
        return new LoadedStore(folder, nodes, List.of(), 256);
    }

    private static LiveStore open(Storage storage, HotStore hot) throws IOException {
        return LiveStore.open(
                storage,
                hot,
                LiveStoreOptions.of(options(), DecisionOptions.DEFAULT),
                System::nanoTime);
    }

    private static LoadProgress progress() {
        return new LoadProgress();
    }

    private static LiveStore open(Storage storage, HotStore hot, long firstNodeId)
            throws IOException {
        return LiveStore.open(
                storage,
                hot,
                LiveStoreOptions.of(options(), DecisionOptions.DEFAULT)
                        .numberingNodesFrom(firstNodeId),
                System::nanoTime);
    }

    private static LoadOptions options() {
        return LoadOptions.defaults().withMemory(256L << 20, 64L << 20).withThreads(2);
    }

    private static void write(LiveStore store, RandomGraph graph, MemoryGraph model, int count)
            throws IOException {
        for (int i = 0; i < count; i++) {
            RandomGraph.Write write = graph.write();
            assertEquals(write.to(model), write.to(store.graph()));
        }
    }

    private static void check(
            LiveStore store, RandomGraph graph, MemoryGraph model, SplittableRandom random)
            throws IOException {
        new SameGraph(store.graph(), model, true, random)
                .check(graph.ids, graph.types, graph.times);
    }

    private static void assertEmpty(HotStore hot) throws IOException {
        try (HotScan scan = hot.scan()) {
            assertNull(scan.nextLink());
            assertNull(scan.nextNode());
        }
    }
}
