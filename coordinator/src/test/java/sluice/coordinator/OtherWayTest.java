package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.DecisionOptions;
import sluice.ingest.Source;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Visibility;
import sluice.model.names.WrittenName;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;

/** A link of a predicate with {@code @reverse} that is written online is one the other way too. */
class OtherWayTest {
    private static final int NODES = 12;
    private static final String SCHEMA =
            """
            follows: [uid] @reverse @count .
            likes: [uid] .
            """;

    @TempDir Path directory;

    private final MemoryStorage storage = MemoryStorage.create();
    private final List<String> calls = new ArrayList<>();

    private long[] ids = {};
    private long follows;
    private long back;

    @BeforeEach
    void load() throws IOException {
        try (HotStore hot = hot();
                LiveStore store = open(hot)) {
            load(store, "first", 30, LoadEvents.NONE);
            find(store);
        }
    }

    private HotStore hot() throws IOException {
        return HookedHotStore.over(
                HotDirectory.open(directory.resolve("hot")),
                method -> {
                    if (method.startsWith("put")) {
                        calls.add(method);
                    }
                    return Optional.empty();
                });
    }

    private LiveStore open(HotStore hot) throws IOException {
        return LiveStore.open(
                storage,
                hot,
                LiveStoreOptions.of(options(), DecisionOptions.DEFAULT),
                System::nanoTime);
    }

    private static LoadOptions options() {
        return LoadOptions.defaults()
                .withMemory(256L << 20, 64L << 20)
                .withThreads(1)
                .withChunkBytes(1 << 9)
                .withBucketBytes(1 << 9);
    }

    /** Loads random links between the nodes, whose names all come with the first load. */
    private void load(LiveStore store, String name, int links, LoadEvents events)
            throws IOException {
        SplittableRandom random = new SplittableRandom(name.hashCode());
        StringBuilder text = new StringBuilder();
        for (int node = 0; node < NODES; node++) {
            text.append("<n%d> <likes> <n0> .\n".formatted(node));
        }
        for (int i = 0; i < links; i++) {
            text.append(
                    "<n%d> <follows> <n%d> (w=%d) .\n"
                            .formatted(random.nextInt(NODES), random.nextInt(NODES), i));
        }
        Path folder = Files.createDirectories(directory.resolve(name));
        Files.writeString(folder.resolve("people.rdf"), text);
        Files.writeString(folder.resolve("people.schema"), SCHEMA);
        Source source = Source.open(List.of(folder.toString()), null);
        store.load(source, options(), new LoadProgress(), events);
    }

    private void find(LiveStore store) throws IOException {
        ids = new long[NODES];
        for (int node = 0; node < NODES; node++) {
            ids[node] = store.names().id(WrittenName.of("<n" + node + ">")).orElseThrow();
        }
        follows = store.names().type(WrittenName.of("follows")).orElseThrow();
        back = store.names().type(WrittenName.of("~follows")).orElseThrow();
    }

    private static Link link(long id1, long type, long id2, long time) {
        return new Link(id1, type, id2, Visibility.VISIBLE, 0, time, new byte[] {(byte) time});
    }

    @Test
    void aLinkIsWrittenBothWaysInOneWrite() throws IOException {
        try (HotStore hot = hot();
                LiveStore store = open(hot)) {
            GraphStore graph = store.graph();
            calls.clear();
            graph.updateLink(link(ids[1], follows, ids[2], 5));
            assertEquals(List.of("putBoth"), calls);
            assertEquals(
                    Optional.of(link(ids[2], back, ids[1], 5)),
                    graph.link(ids[2], back, ids[1]).value());
            graph.updateLink(link(ids[2], back, ids[1], 6));
            assertEquals(List.of("putBoth", "putBoth"), calls);
            assertEquals(
                    Optional.of(link(ids[1], follows, ids[2], 6)),
                    graph.link(ids[1], follows, ids[2]).value());
            graph.deleteLink(ids[1], follows, ids[2], Deletion.EXPUNGE);
            assertEquals(Optional.empty(), graph.link(ids[2], back, ids[1]).value());
            assertEquals(3, calls.size());
            long likes = store.names().type(WrittenName.of("likes")).orElseThrow();
            graph.addLink(link(ids[1], likes, ids[2], 7));
            assertEquals("putLink", calls.getLast());
            checkBothWays(graph);
        }
    }

    @Test
    void bothWaysAreTheSameAtEveryMomentOfLoadsAndAbsorptions() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        int[] checks = new int[1];
        try (HotStore hot = hot();
                LiveStore store = open(hot)) {
            for (String name : List.of("second", "third")) {
                LoadEvents events =
                        new LoadEvents() {
                            @Override
                            public void published(Manifest manifest) {
                                try {
                                    write(store.graph(), random);
                                    if (manifest.complete()) {
                                        checkBothWays(store.graph());
                                        checks[0]++;
                                    }
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            }
                        };
                load(store, name, 40, events);
                checkBothWays(store.graph());
                write(store.graph(), random);
                store.absorb();
                checkBothWays(store.graph());
                write(store.graph(), random);
            }
            checkBothWays(store.graph());
        }
        try (HotStore hot = hot();
                LiveStore store = open(hot)) {
            checkBothWays(store.graph());
            assertTrue(store.absorb() > 0);
            checkBothWays(store.graph());
        }
        assertTrue(checks[0] > 4, checks[0] + " manifests");
    }

    private void write(GraphStore graph, SplittableRandom random) throws IOException {
        for (int i = 0; i < 6; i++) {
            long id1 = ids[random.nextInt(NODES)];
            long id2 = ids[random.nextInt(NODES)];
            long type = random.nextBoolean() ? follows : back;
            switch (random.nextInt(4)) {
                case 0 -> graph.deleteLink(id1, type, id2, Deletion.HIDE);
                case 1 -> graph.deleteLink(id1, type, id2, Deletion.EXPUNGE);
                default -> graph.updateLink(link(id1, type, id2, random.nextInt(100)));
            }
        }
    }

    private void checkBothWays(GraphStore graph) throws IOException {
        for (long from : ids) {
            int visible = 0;
            for (long to : ids) {
                Optional<Link> there = graph.link(from, follows, to).value();
                Optional<Link> turned = graph.link(to, back, from).value();
                assertEquals(
                        there.map(link -> link(from, link)), turned.map(link -> link(from, link)));
                visible +=
                        turned.filter(link -> link.visibility() == Visibility.VISIBLE).isPresent()
                                ? 1
                                : 0;
            }
            assertEquals(visible, graph.count(from, follows).value());
            LinkQuery all = LinkQuery.newest(from, follows, NODES);
            assertEquals(visible, graph.linkList(all).value().size());
        }
    }

    /** All that a link says but its ends. */
    private static Link link(long from, Link link) {
        return new Link(from, 0, 0, link.visibility(), link.version(), link.time(), link.data());
    }
}
