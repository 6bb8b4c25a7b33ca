package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.dictionary.Dictionary;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.HotLink;
import sluice.model.HotNode;
import sluice.model.HotScan;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.Survival;
import sluice.store.GraphHash;
import sluice.store.Manifest;
import sluice.store.ScanProgress;
import sluice.store.StoreReader;
import sluice.testkit.Seeds;

/** Loads whose recent files are answered first, against the same loads without. */
class RecentFilesTest {
    private static final int SEEDS = 10;
    private static final long FIRST_NODE_ID = 2000;

    @TempDir Path directory;
    private int folders;

    @Test
    void recentRowsAreAnsweredFirstAndAreCopiesInAHotStore() throws IOException {
        Path folder = newFolder();
        Source source =
                source(folder, List.of("1\t1\t2\t5\t0\told"), List.of("7\t1\t8\t5\t0\tnew"));
        MemoryStorage storage = MemoryStorage.create();
        Copies copies = new Copies(folder.resolve("recent"));
        try (HotStore hot = HotDirectory.open(folder.resolve("hot"));
                LiveStore store = open(storage, hot)) {
            StopWhen stop =
                    new StopWhen(_ -> store.graph().count(7, 1).value() > 0 && copies.opened > 0);
            SluiceException stopped =
                    assertThrows(
                            SluiceException.class, () -> load(store, source, recent(copies), stop));
            assertEquals(ErrorCode.INTERRUPTED, stopped.code());
            Link link = new Link(7, 1, 8, Visibility.VISIBLE, 0, 5, bytes("new"));
            assertEquals(link, copies.link(7, 1, 8));
            assertEquals(new Answer<>(1L, false), store.graph().count(7, 1));
            assertEquals(new Answer<>(0L, false), store.graph().count(1, 1));
            assertFalse(store.graph().link(7, 1, 8).complete());
            load(store, source, recent(copies), LoadEvents.NONE);
            assertEquals(new Answer<>(1L, true), store.graph().count(7, 1));
            assertEquals(new Answer<>(1L, true), store.graph().count(1, 1));
            assertEquals(2, copies.opened);
            assertFalse(Files.exists(copies.path), "copies go at uptime");
        }
    }

    @Test
    void theRowThatWinsByVersionIsShownFromUptimeOn() throws IOException {
        Path folder = newFolder();
        Source source =
                source(
                        folder,
                        List.of("7\t1\t8\t5\t2\tbetter", "7\t1\t9\t5\t0\tother"),
                        List.of("7\t1\t8\t6\t1\trecent"));
        Copies copies = new Copies(folder.resolve("recent"));
        try (HotStore hot = HotDirectory.open(folder.resolve("hot"));
                LiveStore store = open(MemoryStorage.create(), hot)) {
            load(store, source, recent(copies), LoadEvents.NONE);
            assertEquals("better", data(store.graph().link(7, 1, 8).value().orElseThrow()));
            assertEquals(2L, store.graph().count(7, 1).value());
        }
    }

    @Test
    void whileItStagesEveryAnswerIsThatOfRecentRowsOverStagedOnes() {
        Seeds.each(SEEDS, this::tryStopped);
    }

    /** Stops, writes, goes on: the graph is that of the writes over a load without recent files. */
    private void tryStopped(SplittableRandom random) throws IOException {
        Path folder = newFolder();
        RandomGraph graph = new RandomGraph(random);
        Source source = randomSource(folder, graph, random);
        MemoryGraph model = modelOf(loaded(source));
        MemoryStorage storage = MemoryStorage.create();
        Copies copies = new Copies(folder.resolve("recent"));
        try (HotStore hot = HotDirectory.open(folder.resolve("hot"))) {
            List<RandomGraph.Write> writes = new ArrayList<>();
            try (LiveStore store = open(storage, hot)) {
                int chunks = random.nextInt(8);
                StopWhen stop = new StopWhen(m -> copies.opened > 0 && m.runs().size() >= chunks);
                if (stops(store, source, copies, stop)) {
                    MemoryGraph now = recentOverStaged(storage, copies);
                    for (int i = random.nextInt(20); i > 0; i--) {
                        RandomGraph.Write write = graph.write();
                        assertEquals(write.to(now), write.to(store.graph()));
                        writes.add(write);
                    }
                    new SameGraph(store.graph(), now, false, random)
                            .check(graph.ids, graph.types, graph.times);
                }
            }
            try (LiveStore store = open(storage, hot)) {
                load(store, source, recent(copies), LoadEvents.NONE);
                for (RandomGraph.Write write : writes) {
                    write.to(model);
                }
                new SameGraph(store.graph(), model, true, random)
                        .check(graph.ids, graph.types, graph.times);
            }
        }
    }

    @Test
    void aLoadThatIsKilledAnywhereLeavesTheSameStoreAsOneWithoutRecentFiles() {
        Seeds.each(2, this::tryKilled);
    }

    private void tryKilled(SplittableRandom random) throws IOException {
        Path folder = newFolder();
        Source source = randomSource(folder, new RandomGraph(random), random);
        String expected = hash(loaded(source));
        boolean cut = true;
        for (int at = random.nextInt(1, 20); cut; at += random.nextInt(1, 100)) {
            MemoryStorage disk = MemoryStorage.create();
            FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
            Copies copies = new Copies(folder.resolve("recent"));
            try {
                loadServing(folder, storage, source, copies);
            } catch (PowerCut _) {
                // The end of the process that is wanted.
            }
            cut = storage.isCut();
            Survival survival = Survival.values()[random.nextInt(Survival.values().length)];
            MemoryStorage found = disk.crash(random.split(), survival);
            loadServing(folder, found, source, copies);
            assertEquals(expected, hash(found), "cut at %d, %s".formatted(at, survival));
        }
    }

    private void loadServing(Path folder, Storage storage, Source source, Copies copies)
            throws IOException {
        try (HotStore hot = HotDirectory.open(folder.resolve("hot"));
                LiveStore store = open(storage, hot)) {
            load(store, source, recent(copies), LoadEvents.NONE);
        }
    }

    /** Whether {@code stop} stopped the load before uptime. */
    private static boolean stops(LiveStore store, Source source, Copies copies, StopWhen stop)
            throws IOException {
        try {
            load(store, source, recent(copies), stop);
            return false;
        } catch (SluiceException e) {
            assertEquals(ErrorCode.INTERRUPTED, e.code(), e::getMessage);
            return !store.graph().count(0, 0).complete();
        }
    }

    private static MemoryGraph recentOverStaged(Storage storage, Copies copies) throws IOException {
        MemoryGraph model = modelOf(storage);
        copies.addTo(model);
        return model;
    }

    /** The rows of a store without recent ones. */
    private static MemoryGraph modelOf(Storage storage) throws IOException {
        MemoryGraph model = new MemoryGraph(FIRST_NODE_ID);
        try (StoreReader reader = StoreReader.open(storage)) {
            reader.scan(into(model));
        }
        return model;
    }

    private static GraphReader.Visitor into(MemoryGraph model) {
        return new GraphReader.Visitor() {
            @Override
            public void node(Node node) {
                model.loadNode(node);
            }

            @Override
            public void link(Link link) {
                model.addLink(link);
            }
        };
    }

    /** The store that a load without recent files leaves. */
    private static Storage loaded(Source source) throws IOException {
        Storage storage = MemoryStorage.create();
        Load.run(storage, source, options(), new LoadProgress(), LoadEvents.NONE, new Demand());
        return storage;
    }

    private static String hash(Storage storage) throws IOException {
        try (StoreReader reader = StoreReader.open(storage);
                Dictionary none = Dictionary.open(storage, List.of())) {
            return GraphHash.of(reader, none, 1, new ScanProgress()).digest();
        }
    }

    private static void load(LiveStore store, Source source, RecentFiles recent, LoadEvents events)
            throws IOException {
        store.load(source, recent, options(), new LoadProgress(), events);
    }

    private static LiveStore open(Storage storage, HotStore hot) throws IOException {
        return LiveStore.open(
                storage,
                hot,
                LiveStoreOptions.of(options(), DecisionOptions.DEFAULT)
                        .numberingNodesFrom(FIRST_NODE_ID),
                System::nanoTime);
    }

    private static LoadOptions options() {
        return LoadOptions.defaults()
                .withMemory(256L << 20, 64L << 20)
                .withThreads(1)
                .withChunkBytes(1 << 9)
                .withBucketBytes(1 << 10);
    }

    private static RecentFiles recent(Copies copies) {
        return new RecentFiles(file -> file.name().contains("recent"), copies);
    }

    private Path newFolder() throws IOException {
        return Files.createDirectories(directory.resolve("case-" + folders++));
    }

    /** Links of the same keys in both files, and nodes too. */
    private static Source randomSource(Path folder, RandomGraph graph, SplittableRandom random)
            throws IOException {
        return source(
                folder,
                rows(graph.links(random.nextInt(1, 100))),
                rows(graph.links(random.nextInt(1, 100))),
                nodes(belowAdded(graph.nodes())),
                nodes(belowAdded(graph.nodes())));
    }

    /** So that all graphs give added nodes the same ids. */
    private static List<Node> belowAdded(List<Node> nodes) {
        return nodes.stream()
                .filter(node -> Long.compareUnsigned(node.id(), FIRST_NODE_ID) < 0)
                .toList();
    }

    private static Source source(Path folder, List<String> old, List<String> recent)
            throws IOException {
        return source(folder, old, recent, List.of(), List.of());
    }

    private static Source source(
            Path folder,
            List<String> old,
            List<String> recent,
            List<String> oldNodes,
            List<String> recentNodes)
            throws IOException {
        String links = "id1\tlink_type\tid2\ttime\tversion\tdata";
        String nodes = "id\ttype\ttime\tversion\tdata";
        return Source.open(
                List.of(
                        write(folder, "recent-nodes.tsv", nodes, recentNodes),
                        write(folder, "nodes.tsv", nodes, oldNodes),
                        write(folder, "old.tsv", links, old),
                        write(folder, "recent.tsv", links, recent)),
                null);
    }

    private static String write(Path folder, String name, String header, List<String> rows)
            throws IOException {
        String text = header + "\n" + String.join("", rows.stream().map(r -> r + "\n").toList());
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static List<String> rows(List<Link> links) {
        return links.stream()
                .map(
                        link ->
                                "%s\t%s\t%s\t%d\t%d\t%s"
                                        .formatted(
                                                Long.toUnsignedString(link.id1()),
                                                Long.toUnsignedString(link.linkType()),
                                                Long.toUnsignedString(link.id2()),
                                                link.time(),
                                                link.version(),
                                                data(link)))
                .toList();
    }

    private static List<String> nodes(List<Node> nodes) {
        return nodes.stream()
                .map(
                        node ->
                                "%s\t%d\t%d\t%d\t%s"
                                        .formatted(
                                                Long.toUnsignedString(node.id()),
                                                node.type(),
                                                node.time(),
                                                node.version(),
                                                new String(node.data(), StandardCharsets.UTF_8)))
                .toList();
    }

    private static String data(Link link) {
        return new String(link.data(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Says when a load shall stop. */
    private static final class StopWhen implements LoadEvents {
        private final When when;
        private volatile boolean stop;

        interface When {
            boolean now(Manifest manifest) throws IOException;
        }

        StopWhen(When when) {
            this.when = when;
        }

        @Override
        public void published(Manifest manifest) {
            try {
                stop |= when.now(manifest);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public boolean stopRequested() {
            return stop;
        }
    }

    /** Where copies of recent rows are, and what is there. */
    private static final class Copies implements RecentFiles.Place {
        final Path path;
        int opened;
        private @Nullable HotStore last;

        Copies(Path path) {
            this.path = path;
        }

        @Override
        public HotStore open() throws IOException {
            RocksHotStore.delete(path);
            opened++;
            HotStore store = HotDirectory.open(path);
            last = store;
            return store;
        }

        @Override
        public void remove() throws IOException {
            RocksHotStore.delete(path);
        }

        private HotStore last() {
            HotStore store = last;
            assertTrue(store != null, "no recent file was staged");
            return Objects.requireNonNull(store);
        }

        Link link(long id1, long linkType, long id2) throws IOException {
            HotLink row = last().link(id1, linkType, id2);
            assertTrue(row != null, "there is no copy");
            return Objects.requireNonNull(row).link();
        }

        void addTo(MemoryGraph model) throws IOException {
            try (HotScan scan = last().scan()) {
                for (HotLink row = scan.nextLink(); row != null; row = scan.nextLink()) {
                    model.addLink(row.link());
                }
                for (HotNode row = scan.nextNode(); row != null; row = scan.nextNode()) {
                    model.loadNode(row.over(Optional.empty()).orElseThrow());
                }
            }
        }
    }
}
