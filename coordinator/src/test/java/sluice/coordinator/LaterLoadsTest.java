package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.load.Load;
import sluice.load.LoadEvents;
import sluice.load.LoadOptions;
import sluice.load.LoadProgress;
import sluice.load.Outside;
import sluice.model.BucketStore;
import sluice.model.BuildJobs;
import sluice.model.ColdView;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.HotScan;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * A second and a third load into a store whose buckets are built in a cold store elsewhere, compared
 * with a graph in memory at every step.
 */
class LaterLoadsTest {

    @TempDir Path directory;
    private final MemoryJobs memoryJobs = new MemoryJobs(() -> System.nanoTime() / 1_000_000);
    private final Map<Long, Node> nodes = new HashMap<>();
    private final Map<List<Long>, Link> links = new HashMap<>();
    private RandomGraph graph;
    private Storage storage;
    private CountedBuckets buckets;
    private MemoryGraph model;
    private int files;

    @BeforeEach
    void begin() throws IOException {
        begin(1);
    }

    private void begin(long seed) throws IOException {
        nodes.clear();
        links.clear();
        graph = new RandomGraph(new SplittableRandom(seed));
        storage = MemoryStorage.create();
        buckets = new CountedBuckets(newStore());
        model = new MemoryGraph(2000);
    }

    /** An empty cold store for a test, which the test does not close. */
    BucketStore newStore() throws IOException {
        return new MemoryBuckets();
    }

    /** The jobs of this test, as another process opens them. */
    BuildJobs openJobs() throws IOException {
        return memoryJobs;
    }

    /** How long a builder may be silent. */
    long leaseMillis() {
        return 200;
    }

    /** How many questions whether to stop are passed over between two that are answered yes. */
    int stride() {
        return 1;
    }

    /** How many random graphs are tried. */
    int seeds() {
        return 12;
    }

    /** A hot store of its own for each name. */
    HotStore openHot(String name) throws IOException {
        return HotDirectory.open(directory.resolve(name));
    }

    @Test
    void eachLoadChangesWhatItMustAndAnswersMeanwhile() throws Exception {
        int grown = 0;
        for (int seed = 1; seed <= seeds(); seed++) {
            begin(seed);
            boolean searchRuns = seed % 2 == 0;
            try (HotStore hot = openHot("hot-" + seed);
                    Outside outside = outside("a");
                    LiveStore store = open(hot, outside, searchRuns)) {
                int before = 0;
                for (int load = 1; load <= 3; load++) {
                    LoadedStore more = rows(40 << load);
                    List<Boolean> checked = new ArrayList<>();
                    store.load(
                            more.source(),
                            options(),
                            new LoadProgress(),
                            new LoadEvents() {
                                @Override
                                public void uptime() {
                                    if (searchRuns) {
                                        check(store);
                                    }
                                    checked.add(true);
                                }
                            });
                    assertEquals(List.of(true), checked);
                    assertTrue(outside.isAllBuilt());
                    check(store);
                    checkElsewhere(outside);
                    int count = outside.states().size();
                    grown += load > 1 && count > before ? 1 : 0;
                    before = count;
                }
            }
        }
        assertTrue(grown > 0, "no load has cut buckets anew");
    }

    @Test
    void whatWasWrittenOnlineGoesThereBetweenLoads() throws Exception {
        for (int seed = 1; seed <= seeds(); seed++) {
            begin(seed);
            try (HotStore hot = openHot("hot-" + seed);
                    Outside outside = outside("a");
                    LiveStore store = open(hot, outside, seed % 2 == 0)) {
                load(store, rows(100));
                for (int round = 1; round <= 3; round++) {
                    write(store, 30 * round);
                    check(store);
                    store.absorb();
                    check(store);
                    checkElsewhere(outside);
                    assertTrue(isEmpty(hot), "rows are left in the hot store");
                }
                noteAll();
                load(store, rows(50));
                check(store);
                checkElsewhere(outside);
            }
        }
    }

    @Test
    void absorbingThatIsStoppedAnywhereGoesOn() throws Exception {
        boolean wasStopped = true;
        for (int step = 1; wasStopped; step += stride() + step / 4) {
            begin(5);
            boolean searchRuns = step % 2 == 0;
            try (HotStore hot = openHot("hot-" + step)) {
                try (Outside outside = outside("a");
                        LiveStore store = open(hot, outside, searchRuns)) {
                    load(store, rows(100));
                    write(store, 60);
                    wasStopped = isStopped(step, events -> store.absorb(events));
                    // Where a bucket must not be asked it may be that one that was not built yet.
                    if (searchRuns) {
                        check(store);
                    }
                }
                try (Outside outside = outside("b");
                        LiveStore store = open(hot, outside, searchRuns)) {
                    if (searchRuns) {
                        check(store);
                    }
                    write(store, 20);
                    store.absorb();
                    check(store);
                    checkElsewhere(outside);
                    assertTrue(isEmpty(hot), "rows are left in the hot store");
                }
            }
        }
    }

    @Test
    void onlineWritesMeanwhileAreNotLost() throws Exception {
        try (HotStore hot = openHot("hot");
                Outside outside = outside("a");
                LiveStore store = open(hot, outside, false);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            load(store, rows(200));
            write(store, 100);
            AtomicBoolean absorbing = new AtomicBoolean(true);
            Future<?> absorb =
                    threads.submit(
                            () -> {
                                try {
                                    return store.absorb();
                                } finally {
                                    absorbing.set(false);
                                }
                            });
            do {
                write(store, 1);
            } while (absorbing.get());
            absorb.get();
            check(store);
            store.absorb();
            check(store);
            checkElsewhere(outside);
        }
    }

    private void write(LiveStore store, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            RandomGraph.Write write = graph.write();
            if (write.to(store.graph()) instanceof Long id) {
                // The store chooses ids of its own.
                model.loadNode(store.graph().node(id).value().orElseThrow());
            } else {
                write.to(model);
            }
        }
    }

    /** What the model has is what the next load comes upon. */
    private void noteAll() throws IOException {
        nodes.clear();
        links.clear();
        model.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        nodes.put(node.id(), node);
                    }

                    @Override
                    public void link(Link link) {
                        links.put(List.of(link.id1(), link.linkType(), link.id2()), link);
                    }
                });
    }

    private static boolean isEmpty(HotStore hot) throws IOException {
        try (HotScan scan = hot.scan()) {
            return scan.nextLink() == null && scan.nextNode() == null;
        }
    }

    @Test
    void bucketsThatALoadDoesNotTouchAreNotBuiltAgain() throws Exception {
        try (HotStore hot = openHot("hot");
                Outside outside = outside("a");
                LiveStore store = open(hot, outside, true)) {
            load(store, rows(300));
            int all = outside.states().size();
            buckets.commits.clear();
            Node node = new Node(graph.ids[1], 3, 9, 9, new byte[0]);
            load(store, rows(List.of(node), List.of()));
            assertEquals(1, buckets.commits.size(), "of " + all);
            assertTrue(all > 3, "buckets: " + all);
            check(store);
            checkElsewhere(outside);
        }
    }

    @Test
    void aLoadThatIsStoppedAnywhereGoesOn() throws Exception {
        boolean wasStopped = true;
        for (int step = 1; wasStopped; step += stride() + step / 6) {
            begin(3);
            try (HotStore hot = openHot("hot-" + step)) {
                LoadedStore first = rows(100);
                MemoryGraph before = model;
                LoadedStore second = rows(200);
                try (Outside outside = outside("a");
                        LiveStore store = open(hot, outside, true)) {
                    load(store, first);
                    same(store.graph(), before);
                    wasStopped =
                            isStopped(
                                    step,
                                    events ->
                                            store.load(
                                                    second.source(),
                                                    options(),
                                                    new LoadProgress(),
                                                    events));
                }
                try (Outside outside = outside("b");
                        LiveStore store = open(hot, outside, true)) {
                    load(store, second);
                    check(store);
                    checkElsewhere(outside);
                    load(store, rows(50));
                    check(store);
                    checkElsewhere(outside);
                }
            }
        }
    }

    private interface Work {
        void run(LoadEvents events) throws IOException;
    }

    /** Works, and asks for a stop at the given question whether to. */
    private static boolean isStopped(int step, Work work) throws IOException {
        int[] asked = new int[1];
        LoadEvents stop =
                new LoadEvents() {
                    @Override
                    public synchronized boolean stopRequested() {
                        return ++asked[0] >= step;
                    }
                };
        try {
            work.run(stop);
            return false;
        } catch (SluiceException e) {
            assertEquals(ErrorCode.INTERRUPTED, e.code());
            return true;
        }
    }

    @Test
    void whatWasTakenOverAndNotNotedDownIsBuiltAgain() throws Exception {
        for (int commit = 1; commit <= 3; commit++) {
            begin(4);
            try (HotStore hot = openHot("hot-" + commit)) {
                LoadedStore second;
                try (Outside outside = outside("a");
                        LiveStore store = open(hot, outside, false)) {
                    load(store, rows(100));
                    second = rows(200);
                    buckets.commitsToFailure.set(commit);
                    assertThrows(IOException.class, () -> load(store, second));
                }
                buckets.commitsToFailure.set(0);
                try (Outside outside = outside("b");
                        LiveStore store = open(hot, outside, true)) {
                    check(store);
                    store.build(options(), new LoadProgress(), LoadEvents.NONE);
                    check(store);
                    checkElsewhere(outside);
                }
            }
        }
    }

    @Test
    void twoProcessesShareALaterLoad() throws Exception {
        try (HotStore hot = openHot("hot");
                HotStore hot2 = openHot("hot2");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            LoadedStore second;
            try (Outside outside = outside("a");
                    LiveStore store = open(hot, outside, true)) {
                load(store, rows(200));
                second = rows(300);
                stop(store, second, Manifest.Phase.BUILDING);
                buckets.commits.clear();
            }
            try (Outside a = outside("b");
                    Outside b = outside("c");
                    LiveStore first = open(hot, a, true);
                    LiveStore other = open(hot2, b, false)) {
                Future<?> one = threads.submit(() -> build(first));
                build(other);
                one.get();
                check(first);
                check(other);
                checkElsewhere(b);
                buckets.commits.forEach(
                        (bucket, times) -> assertEquals(1, times, "bucket " + bucket));
            }
        }
    }

    @Test
    void aThirdLoadIsRefusedUntilTheSecondIsBuilt() throws Exception {
        try (HotStore hot = openHot("hot");
                Outside outside = outside("a");
                LiveStore store = open(hot, outside, true)) {
            load(store, rows(100));
            LoadedStore second = rows(200);
            stop(store, second, Manifest.Phase.BUILDING);
            SluiceException refused =
                    assertThrows(
                            SluiceException.class, () -> load(store, unnoted(List.of(), 9)));
            assertEquals(ErrorCode.STORE, refused.code());
            check(store);
            load(store, second);
            load(store, rows(50));
            check(store);
        }
    }

    @Test
    void aLoadThatIsGivenUpLeavesWhatWasBuilt() throws Exception {
        try (HotStore hot = openHot("hot")) {
            try (Outside outside = outside("a");
                    LiveStore store = open(hot, outside, false)) {
                load(store, rows(100));
                stop(store, unnoted(List.of(), 300), Manifest.Phase.STAGING);
            }
            assertTrue(Load.abandon(storage).loadGivenUp());
            buckets.commits.clear();
            try (Outside outside = outside("b");
                    LiveStore store = open(hot, outside, false)) {
                check(store);
                assertEquals(0, buckets.commits.size());
                load(store, rows(200));
                check(store);
                checkElsewhere(outside);
            }
        }
    }

    @Test
    void aViewStaysWhatItWasWhileALaterLoadIsBuilt() throws Exception {
        try (HotStore hot = openHot("hot");
                Outside outside = outside("a");
                LiveStore store = open(hot, outside, true)) {
            load(store, rows(200));
            MemoryGraph before = model;
            try (StoreCold staged = StoreCold.open(storage, _ -> {});
                    ColdView view = new OutsideCold(staged, outside, true).view();
                    ColdView waiting = new OutsideCold(staged, outside, false).view()) {
                same(view, before);
                load(store, rows(300));
                same(view, before);
                for (long id : graph.ids) {
                    assertEquals(false, waiting.canAnswer(id));
                    assertEquals(false, waiting.types(id).complete());
                }
            }
            check(store);
        }
    }

    private static void stop(LiveStore store, LoadedStore rows, Manifest.Phase phase) {
        boolean[] there = new boolean[1];
        LoadEvents stop =
                new LoadEvents() {
                    @Override
                    public void published(Manifest manifest) {
                        there[0] |= manifest.phase() == phase && manifest.loadNumber() == 2;
                    }

                    @Override
                    public boolean stopRequested() {
                        return there[0];
                    }
                };
        SluiceException stopped =
                assertThrows(
                        SluiceException.class,
                        () -> store.load(rows.source(), options(), new LoadProgress(), stop));
        assertEquals(ErrorCode.INTERRUPTED, stopped.code());
    }

    private static void load(LiveStore store, LoadedStore rows) throws IOException {
        store.load(rows.source(), options(), new LoadProgress(), LoadEvents.NONE);
    }

    private static void build(LiveStore store) {
        try {
            store.build(options(), new LoadProgress(), LoadEvents.NONE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Random rows for the next load; the model has them from now on. */
    private LoadedStore rows(int count) throws IOException {
        return rows(graph.nodes(), graph.links(count));
    }

    private LoadedStore rows(List<Node> moreNodes, List<Link> moreLinks) throws IOException {
        for (Node node : moreNodes) {
            Node before = nodes.get(node.id());
            if (before == null || wins(node.version(), node.time(), before.version(), before.time())) {
                nodes.put(node.id(), node);
            }
        }
        for (Link link : moreLinks) {
            List<Long> key = List.of(link.id1(), link.linkType(), link.id2());
            Link before = links.get(key);
            if (before == null || wins(link.version(), link.time(), before.version(), before.time())) {
                links.put(key, link);
            }
        }
        model = new MemoryGraph(2000);
        nodes.values().forEach(model::loadNode);
        links.values().forEach(model::addLink);
        return files(moreNodes, moreLinks);
    }

    private static boolean wins(long version, long time, long otherVersion, long otherTime) {
        return version != otherVersion ? version > otherVersion : time >= otherTime;
    }

    /** Rows that the model does not get. */
    private LoadedStore unnoted(List<Node> moreNodes, int count) throws IOException {
        return files(moreNodes, graph.links(count));
    }

    private LoadedStore files(List<Node> moreNodes, List<Link> moreLinks) throws IOException {
        Path folder = Files.createDirectory(directory.resolve("load-" + files++));
        return new LoadedStore(folder, moreNodes, moreLinks, 1 << 9);
    }

    private void check(LiveStore store) {
        same(store.graph(), model);
    }

    /** All of what the cold store has, asked by itself. */
    private void checkElsewhere(Outside outside) {
        same(outside.reader(), model);
    }

    private void same(GraphReader reader, MemoryGraph expected) {
        try {
            new SameGraph(reader, expected, true, new SplittableRandom(1))
                    .check(graph.ids, graph.types, graph.times);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Outside outside(String builder) throws IOException {
        return new Outside(buckets, openJobs(), builder, leaseMillis(), 2);
    }

    private static LoadOptions options() {
        return LoadOptions.defaults()
                .withMemory(256L << 20, 64L << 20)
                .withThreads(2)
                .withChunkBytes(1 << 10)
                .withBucketBytes(1 << 9);
    }

    private LiveStore open(HotStore hot, Outside outside, boolean searchRuns) throws IOException {
        return LiveStore.open(
                storage,
                hot,
                options(),
                DecisionOptions.DEFAULT,
                Optional.of(new LiveStore.Built(outside, searchRuns)),
                OptionalLong.of(2000),
                System::nanoTime);
    }
}
