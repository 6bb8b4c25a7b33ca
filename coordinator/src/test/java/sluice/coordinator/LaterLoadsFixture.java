package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.remote.RemoteStore;
import sluice.model.BucketStore;
import sluice.model.BuildJobs;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * A store whose buckets are built in a cold store elsewhere, loaded again and again with random
 * rows, and a graph in memory that it must be the same as.
 */
abstract class LaterLoadsFixture {

    @TempDir Path directory;
    final Map<Long, Node> nodes = new HashMap<>();
    final Map<List<Long>, Link> links = new HashMap<>();
    RandomGraph graph;
    Storage storage;
    CountedBuckets buckets;
    MemoryGraph model;
    private Place place;
    private int files;

    /** Where what a test makes is, and how much of it is tried there. */
    interface Place extends AutoCloseable {
        /** An empty cold store, which the test does not close. */
        BucketStore newStore() throws IOException;

        /** The jobs of this test, as another process opens them. */
        BuildJobs openJobs() throws IOException;

        /** A hot store of its own for each name. */
        HotStore openHot(String name) throws IOException;

        /** How long a builder may be silent. */
        long leaseMillis();

        /** How many questions whether to stop are passed over between two that are answered yes. */
        int stride();

        /** How many random graphs are tried. */
        int seeds();

        @Override
        void close() throws IOException;
    }

    /** In memory, but for the hot stores. */
    Place newPlace() {
        return new MemoryPlace(directory);
    }

    private static final class MemoryPlace implements Place {
        private final Path directory;
        private final MemoryJobs jobs = new MemoryJobs(() -> System.nanoTime() / 1_000_000);

        MemoryPlace(Path directory) {
            this.directory = directory;
        }

        @Override
        public BucketStore newStore() {
            return new MemoryBuckets();
        }

        @Override
        public BuildJobs openJobs() {
            return jobs.another();
        }

        @Override
        public HotStore openHot(String name) throws IOException {
            return HotDirectory.open(directory.resolve(name));
        }

        @Override
        public long leaseMillis() {
            return 200;
        }

        @Override
        public int stride() {
            return 1;
        }

        @Override
        public int seeds() {
            return 12;
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void begin() throws IOException {
        place = newPlace();
        begin(1);
    }

    @AfterEach
    void end() throws IOException {
        place.close();
    }

    final void begin(long seed) throws IOException {
        nodes.clear();
        links.clear();
        graph = new RandomGraph(new SplittableRandom(seed));
        storage = MemoryStorage.create();
        buckets = new CountedBuckets(place.newStore());
        model = new MemoryGraph(2000);
    }

    final Place place() {
        return place;
    }

    final BuildJobs openJobs() throws IOException {
        return place.openJobs();
    }

    final HotStore openHot(String name) throws IOException {
        return place.openHot(name);
    }

    interface Work {
        void run(LoadEvents events) throws IOException;
    }

    /** Works, and asks for a stop at the given question whether to. */
    static boolean isStopped(int step, Work work) throws IOException {
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

    static void stop(LiveStore store, LoadedStore rows, Manifest.Phase phase) {
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

    static void load(LiveStore store, LoadedStore rows) throws IOException {
        store.load(rows.source(), options(), new LoadProgress(), LoadEvents.NONE);
    }

    static void build(LiveStore store) {
        try {
            store.build(options(), new LoadProgress(), LoadEvents.NONE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Random rows for the next load; the model has them from now on. */
    LoadedStore rows(int count) throws IOException {
        return rows(graph.nodes(), graph.links(count));
    }

    LoadedStore rows(List<Node> moreNodes, List<Link> moreLinks) throws IOException {
        for (Node node : moreNodes) {
            Node before = nodes.get(node.id());
            if (before == null
                    || wins(node.version(), node.time(), before.version(), before.time())) {
                nodes.put(node.id(), node);
            }
        }
        for (Link link : moreLinks) {
            List<Long> key = List.of(link.id1(), link.linkType(), link.id2());
            Link before = links.get(key);
            if (before == null
                    || wins(link.version(), link.time(), before.version(), before.time())) {
                links.put(key, link);
            }
        }
        model = new MemoryGraph(2000);
        nodes.values().forEach(model::loadNode);
        links.values().forEach(model::addLink);
        return files(moreNodes, moreLinks);
    }

    static boolean wins(long version, long time, long otherVersion, long otherTime) {
        return version != otherVersion ? version > otherVersion : time >= otherTime;
    }

    /** Rows that the model does not get. */
    LoadedStore unnoted(List<Node> moreNodes, int count) throws IOException {
        return files(moreNodes, graph.links(count));
    }

    LoadedStore files(List<Node> moreNodes, List<Link> moreLinks) throws IOException {
        Path folder = Files.createDirectory(directory.resolve("load-" + files++));
        return new LoadedStore(folder, moreNodes, moreLinks, 1 << 9);
    }

    void check(LiveStore store) {
        same(store.graph(), model);
    }

    /** All of what the cold store has, asked by itself. */
    void checkElsewhere(RemoteStore remote) {
        same(remote.reader(), model);
    }

    void same(GraphReader reader, MemoryGraph expected) {
        try {
            new SameGraph(reader, expected, true, new SplittableRandom(1))
                    .check(graph.ids, graph.types, graph.times);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    RemoteStore remote(String builder) throws IOException {
        return remote(builder, openJobs(), 2);
    }

    RemoteStore remote(String builder, BuildJobs jobs, int batch) {
        return new RemoteStore(buckets, jobs, builder, place.leaseMillis(), batch);
    }

    static LoadOptions options() {
        return LoadOptions.defaults()
                .withMemory(256L << 20, 64L << 20)
                .withThreads(2)
                .withChunkBytes(1 << 10)
                .withBucketBytes(1 << 9);
    }

    LiveStore open(HotStore hot, RemoteStore remote, boolean searchRuns) throws IOException {
        return open(hot, remote, searchRuns, DecisionOptions.DEFAULT);
    }

    LiveStore open(HotStore hot, RemoteStore remote, boolean searchRuns, DecisionOptions decisions)
            throws IOException {
        return LiveStore.open(
                storage,
                hot,
                LiveStoreOptions.of(options(), decisions)
                        .buildingInto(remote, searchRuns)
                        .numberingNodesFrom(2000),
                System::nanoTime);
    }
}
