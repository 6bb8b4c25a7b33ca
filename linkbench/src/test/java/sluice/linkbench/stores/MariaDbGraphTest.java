package sluice.linkbench.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.Deletion;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.Visibility;
import sluice.servers.mariadb.MariaDbAddress;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/** A real MariaDB answers as the reference does, and its counts are right under many writers. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
class MariaDbGraphTest {
    private static final long FIRST_NODE = 4;
    private static final int WRITERS = 8;
    private static final InstantSource CLOCK = InstantSource.system();

    @TempDir static Path directory;
    private static MariaDbServer server;
    private static MariaDbAddress address;

    @BeforeAll
    static void start() throws IOException {
        server = MariaDbServer.start(MariaDbPrograms.home(), directory, MariaDbOptions.DEFAULT);
        address = server.address("linkdb");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    void makeTables() {
        MariaDbTables.create(address, FIRST_NODE);
    }

    @Test
    void everyAnswerIsThatOfTheReference() throws IOException {
        SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
        try (GraphStore graph = MariaDbGraph.connect(address, CLOCK);
                GraphStore reference = new MemoryGraph(FIRST_NODE)) {
            for (int step = 0; step < 2000; step++) {
                long seed = random.nextLong();
                String expected = step(reference, new SplittableRandom(seed), step);
                assertEquals(
                        expected, step(graph, new SplittableRandom(seed), step), "step " + step);
            }
            assertEquals(all(reference), all(graph));
        }
    }

    @Test
    void idsAreUnsignedAndDataIsAnyBytes() throws IOException {
        try (GraphStore graph = MariaDbGraph.connect(address, CLOCK)) {
            Link link = new Link(-1, -2, -3, Visibility.VISIBLE, 1, 7, bytes());
            graph.addLink(link);
            assertEquals(link, graph.link(-1, -2, -3).value().orElseThrow());
            assertEquals(
                    List.of(link), graph.linkList(LinkQuery.newest(-1, -2, 9)).value().links());
        }
    }

    @Test
    void countsAreThoseOfVisibleLinksAfterManyWriters() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
            List<Callable<Void>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                SplittableRandom random = new SplittableRandom(writer);
                writers.add(
                        () -> {
                            try (GraphStore graph = MariaDbGraph.connect(address, CLOCK)) {
                                for (int i = 0; i < 100; i++) {
                                    write(graph, random, i);
                                }
                            }
                            return null;
                        });
            }
            for (Future<Void> writer : threads.invokeAll(writers)) {
                writer.get();
            }
        }
        try (GraphStore graph = MariaDbGraph.connect(address, CLOCK)) {
            for (long id1 = 0; id1 < 3; id1++) {
                LinkQuery every = LinkQuery.newest(id1, 5, 1000);
                assertEquals(graph.linkList(every).value().size(), graph.count(id1, 5).value());
            }
        }
    }

    /** As LinkBench makes links where {@code randomid2max} is set: id2s of a list come again. */
    @Test
    void aKeyThatIsLoadedTwiceCountsOnceAndTheLaterOneStays() throws IOException {
        List<Link> links = new ArrayList<>();
        for (int index = 0; index < 3000; index++) {
            int id1 = index / 1500;
            byte[] data = {(byte) index};
            links.add(new Link(id1, 5, index % 700, Visibility.VISIBLE, 0, index, data));
        }
        MemoryGraph reference = new MemoryGraph(FIRST_NODE);
        try (BulkInserts inserts = new BulkInserts(address, CLOCK)) {
            for (Link link : links) {
                reference.addLink(link);
                inserts.add(link);
            }
            inserts.flush();
        }
        try (GraphStore graph = MariaDbGraph.connect(address, CLOCK)) {
            assertEquals(all(reference), all(graph));
            assertEquals(700, graph.count(0, 5).value());
            assertEquals(700, graph.count(1, 5).value());
        }
    }

    /** Every value, some of which are no text. */
    private static byte[] bytes() {
        byte[] bytes = new byte[255];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static void write(GraphStore graph, SplittableRandom random, int time)
            throws IOException {
        long id1 = random.nextInt(3);
        long id2 = random.nextInt(6);
        if (random.nextInt(3) == 0) {
            graph.deleteLink(id1, 5, id2, Deletion.values()[random.nextInt(2)]);
        } else {
            Visibility visibility = Visibility.values()[random.nextInt(2)];
            graph.addLink(new Link(id1, 5, id2, visibility, 0, time, new byte[] {9}));
        }
    }

    /** One random operation and what it answered. */
    private static String step(GraphStore graph, SplittableRandom random, int step)
            throws IOException {
        long id1 = random.nextInt(4);
        long type = 5 + random.nextInt(2);
        long id2 = random.nextInt(6);
        byte[] data = ("it's \\\"" + step).getBytes(StandardCharsets.US_ASCII);
        // Each time once: lists do not say how they order links of one time.
        Link link =
                new Link(
                        id1,
                        type,
                        id2,
                        random.nextInt(4) == 0 ? Visibility.HIDDEN : Visibility.VISIBLE,
                        random.nextInt(3),
                        step,
                        data);
        Node node = new Node(FIRST_NODE + random.nextInt(6), 1 + random.nextInt(2), 2, step, data);
        return switch (random.nextInt(12)) {
            case 0, 1 -> "add " + graph.addLink(link);
            case 2 -> "update " + graph.updateLink(link);
            case 3 ->
                    "delete "
                            + graph.deleteLink(
                                    id1, type, id2, Deletion.values()[random.nextInt(2)]);
            case 4 -> "link " + graph.link(id1, type, id2);
            case 5 -> "links " + graph.links(id1, type, new long[] {3, 1, 99, 5});
            case 6 -> {
                LinkQuery query =
                        new LinkQuery(
                                id1,
                                type,
                                random.nextLong(-1, step + 2),
                                random.nextBoolean() ? Long.MAX_VALUE : step,
                                random.nextInt(3),
                                random.nextInt(5));
                yield "list " + graph.linkList(query).value().links();
            }
            case 7 -> "count " + graph.count(id1, type) + graph.types(id1);
            case 8 -> "add node " + graph.addNode(node);
            case 9 -> "update node " + graph.updateNode(node);
            case 10 -> "delete node " + graph.deleteNode(node.id(), node.type());
            default -> "node " + graph.node(node.id());
        };
    }

    private static List<String> all(GraphStore graph) throws IOException {
        List<String> rows = new ArrayList<>();
        graph.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        rows.add(node.toString());
                    }

                    @Override
                    public void link(Link link) {
                        rows.add(link.toString());
                    }
                });
        return rows;
    }
}
