package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.coordinator.decision.HotListOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.ingest.Source;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.ColdStore;
import sluice.model.Deletion;
import sluice.model.HotLink;
import sluice.model.HotScan;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;
import sluice.testkit.Experiment;

/**
 * E8: what 16 threads do to a few lists at once can have been done one after the other, list by
 * list, each answer being one state of its list: while a load stages and builds under them, while
 * rows move from the hot to the cold store, and while a store loads, builds and absorbs by turns.
 * Where links are kept in both directions, both are the same in the end.
 *
 * <p>{@code -Dhistories=} says how many graphs are tried, half of them in the second way; {@code
 * -Dseed=} sets what is drawn, not how threads meet.
 */
@Tag(Experiment.TAG)
class OneAfterTheOtherTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int HISTORIES = Experiment.size("histories", 4, 700);
    private static final int CALLS_OF_A_THREAD = 60;
    private static final int CALLS_OF_A_LONG_THREAD = Experiment.size("longCalls", 120, 240);
    private static final int LISTS = 4;
    private static final long LINKS = ListClients.TYPE;

    /** With as many keys as a store of its own has hot ones: 54. */
    private static final int MANY_LISTS = 9;

    private static final int OTHER_ROWS = 60;
    private static final int BUCKET_BYTES = 512;

    @TempDir Path directory;

    private long turns;

    /** Answers that the hot store gave alone. */
    private long heldAnswers;

    /** Any list that is asked for is hot, and cools at once. */
    private static final HotListOptions HOT_LISTS = new HotListOptions(1 << 20, 20_000_000, 1);

    @Test
    void callsOnAListAreOneAfterTheOther() throws IOException, InterruptedException {
        try (Experiment experiment = new Experiment("E8 order under concurrency", SEED)) {
            long judged = 0;
            for (int i = 0; i < HISTORIES; i++) {
                SplittableRandom random = new SplittableRandom(SEED + i);
                Path folder = Files.createDirectories(directory.resolve("graph-" + i));
                try (RocksHotStore hot = HotDirectory.open(folder.resolve("hot"))) {
                    judged +=
                            switch (i % 4) {
                                case 0 -> underAbsorb(random, hot, LINKS);
                                case 2 -> underAbsorb(random, hot, PropertyTypes.FIRST);
                                case 1 -> underLoad(random, hot, folder);
                                default -> underAll(random, hot, folder);
                            };
                }
                experiment.ran(1);
            }
            experiment.fact("calls", judged).fact("loads and absorptions by turns", turns);
            experiment.fact("answers of lists held whole", heldAnswers);
            assertTrue(heldAnswers > 0, "no list was held");
            experiment.passed();
        }
    }

    private static long underLoad(SplittableRandom random, HotStore hot, Path folder)
            throws IOException, InterruptedException {
        ListClients clients = new ListClients(random, CALLS_OF_A_THREAD, LISTS);
        LoadedStore store = source(random, folder, clients.loadedBothWays());
        try (StoreCold cold = store.cold()) {
            Jitter jitter = new Jitter(random.nextLong());
            ColdStore bothWays = FakeCold.bothWays(jitter.around(cold));
            MergedGraph graph = HotDirectory.graph(jitter.around(hot), bothWays, 1);
            Pace pace = new Pace(clients, cold);
            Background load = Background.start(() -> store.load(LoadedStore.Until.BUILT, pace));
            clients.run(graph);
            load.join();
            cold.refresh();
            // Those that come close together are published as one.
            assertTrue(pace.manifests > 4, "manifests: " + pace.manifests);
            clients.judgeOtherWay(graph);
            return clients.judge(graph);
        }
    }

    /** To be loaded: {@code links}, and rows of other lists. */
    private static LoadedStore source(SplittableRandom random, Path folder, List<Link> links)
            throws IOException {
        List<Node> nodes = new ArrayList<>();
        List<Link> all = new ArrayList<>(links);
        byte[] data = "a row of another list".getBytes(StandardCharsets.US_ASCII);
        for (long i = 0; i < OTHER_ROWS; i++) {
            nodes.add(new Node(i, 1, 0, 0, data));
            all.add(ListOperation.link(20 + 7 * i, 5, i, true, 1, i));
        }
        // Chunks that come late bring links of the lists, too.
        Collections.shuffle(all, new Random(random.nextLong()));
        return new LoadedStore(Files.createDirectories(folder), nodes, all, BUCKET_BYTES);
    }

    /** A store has loaded the lists; then it loads other rows and absorbs, over and over. */
    private long underAll(SplittableRandom random, HotStore hot, Path folder)
            throws IOException, InterruptedException {
        ListClients clients = new ListClients(random, CALLS_OF_A_LONG_THREAD, MANY_LISTS);
        Source lists = source(random, folder.resolve("lists"), clients.loaded()).source();
        List<Source> others = new ArrayList<>();
        for (String name : List.of("others", "more")) {
            others.add(source(random, folder.resolve(name), List.of()).source());
        }
        LoadOptions options =
                LoadOptions.defaults()
                        .withMemory(256L << 20, 64L << 20)
                        .withThreads(1)
                        .withChunkBytes(1 << 12)
                        .withBucketBytes(1 << 12);
        AtomicBoolean ended = new AtomicBoolean();
        try (LiveStore store =
                LiveStore.open(
                        MemoryStorage.create(),
                        new Jitter(random.nextLong()).around(hot),
                        LiveStoreOptions.of(options, DecisionOptions.DEFAULT)
                                .copying(HOT_LISTS, random::nextLong)
                                .numberingNodesFrom(1),
                        System::nanoTime)) {
            store.load(lists, options, new LoadProgress(), LoadEvents.NONE);
            Background work =
                    Background.start(
                            () -> {
                                do {
                                    Source next = others.get((int) (turns++ % others.size()));
                                    store.load(next, options, new LoadProgress(), LoadEvents.NONE);
                                    store.absorb();
                                } while (!ended.get());
                            });
            try {
                clients.run(store.graph());
            } finally {
                ended.set(true);
                work.join();
            }
            heldAnswers += store.hotLists().answers();
            return clients.judge(store.graph());
        }
    }

    /** Has each manifest of a load seen, and clients do something before the next one. */
    private static final class Pace implements LoadEvents {
        private static final long CALLS_BETWEEN_MANIFESTS = 20;

        private final ListClients clients;
        private final StoreCold cold;
        private long manifests;

        Pace(ListClients clients, StoreCold cold) {
            this.clients = clients;
            this.cold = cold;
        }

        @Override
        public synchronized void published(Manifest manifest) {
            manifests++;
            try {
                cold.refresh();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            long until = Math.min(clients.callsInAll(), manifests * CALLS_BETWEEN_MANIFESTS);
            while (clients.callsDone() < until) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    private long underAbsorb(SplittableRandom random, HotStore hot, long type)
            throws IOException, InterruptedException {
        ListClients clients = new ListClients(random, CALLS_OF_A_THREAD, LISTS, type);
        MemoryGraph content = new MemoryGraph(1);
        clients.loadedBothWays().forEach(content::addLink);
        FakeCold cold = new FakeCold(content, true);
        Jitter jitter = new Jitter(random.nextLong());
        HotLists lists =
                HotLists.open(
                        jitter.around(hot),
                        jitter.around(cold),
                        HOT_LISTS,
                        _ -> true,
                        1,
                        System::nanoTime);
        ColdStore bothWays = FakeCold.bothWays(jitter.around(cold));
        MergedGraph graph = HotDirectory.graph(jitter.around(hot), bothWays, 1, lists);
        AtomicBoolean ended = new AtomicBoolean();
        Background absorb =
                Background.start(
                        () -> {
                            while (!ended.get()) {
                                absorb(hot, cold, graph);
                                // So long that lists are held for a while.
                                LockSupport.parkNanos(2_000_000);
                            }
                        });
        Background copy =
                Background.start(
                        () -> {
                            while (!ended.get()) {
                                lists.tick();
                            }
                        });
        try {
            clients.run(graph);
        } finally {
            ended.set(true);
            absorb.join();
            copy.join();
        }
        heldAnswers += lists.counts().answers();
        clients.judgeOtherWay(graph);
        return clients.judge(graph);
    }

    private record ListKey(long id1, long linkType) {}

    /** Moves all rows that are there now into the cold store. */
    private static void absorb(HotStore hot, FakeCold cold, MergedGraph graph) throws IOException {
        Map<ListKey, List<HotLink>> rows = new LinkedHashMap<>();
        try (HotScan scan = hot.scan()) {
            for (HotLink row = scan.nextLink(); row != null; row = scan.nextLink()) {
                rows.computeIfAbsent(
                                new ListKey(row.link().id1(), row.link().linkType()),
                                _ -> new ArrayList<>())
                        .add(row);
            }
        }
        MemoryGraph content = FakeCold.copy(cold.graph());
        rows.values().forEach(list -> list.forEach(row -> absorb(row, content)));
        cold.publish(content, true);
        for (var list : rows.entrySet()) {
            graph.dropLinks(list.getKey().id1(), list.getKey().linkType(), list.getValue());
        }
    }

    private static void absorb(HotLink row, MemoryGraph content) {
        Link link = row.link();
        switch (row.kind()) {
            case LINK -> content.addLink(link);
            case HIDES ->
                    content.deleteLink(link.id1(), link.linkType(), link.id2(), Deletion.HIDE);
            case EXPUNGED ->
                    content.deleteLink(link.id1(), link.linkType(), link.id2(), Deletion.EXPUNGE);
        }
    }

    /** A thread whose failure is that of the test. */
    private static final class Background {
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private final Thread thread;

        interface Work {
            void run() throws IOException;
        }

        private Background(Work work) {
            thread =
                    Thread.ofPlatform()
                            .name("background")
                            .unstarted(
                                    () -> {
                                        try {
                                            work.run();
                                        } catch (Throwable e) {
                                            failure.set(e);
                                        }
                                    });
        }

        static Background start(Work work) {
            Background background = new Background(work);
            background.thread.start();
            return background;
        }

        void join() throws InterruptedException {
            thread.join();
            if (failure.get() != null) {
                throw new AssertionError("the background thread failed", failure.get());
            }
        }
    }
}
