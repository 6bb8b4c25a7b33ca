package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;

/** A client is the store that is served. */
class SluiceClientTest {
    private static final long SEED = Long.getLong("seed", 5);
    private static final int IDS = 6;

    @Test
    void answersAsTheStoreItself() throws IOException {
        MemoryGraph served = new MemoryGraph(100);
        MemoryGraph local = new MemoryGraph(100);
        try (Served over = new Served(served)) {
            SplittableRandom random = new SplittableRandom(SEED);
            for (int step = 0; step < 3_000; step++) {
                long seed = random.nextLong();
                Object remote = step(over.client, new SplittableRandom(seed));
                Object expected = step(local, new SplittableRandom(seed));
                assertEquals(expected, remote, "seed " + SEED + " step " + step);
            }
            assertEquals(rows(local), rows(over.client));
        }
    }

    @Test
    void callsOfManyThreadsAreAnsweredEachWithItsOwn() throws InterruptedException {
        MemoryGraph graph = new MemoryGraph(1);
        try (Served over = new Served(graph)) {
            int threadCount = 64;
            int adds = 200;
            Set<Long> ids = new HashSet<>();
            ConcurrentLinkedQueue<Object> problems = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int index = 0; index < threadCount; index++) {
                long id1 = 1000 + index;
                threads.add(
                        Thread.ofVirtual()
                                .start(
                                        () -> {
                                            try {
                                                addAndRead(over.client, id1, adds, ids);
                                            } catch (Throwable e) {
                                                problems.add(e);
                                            }
                                        }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertTrue(problems.isEmpty(), problems::toString);
            assertEquals(threadCount * adds, ids.size());
        }
    }

    private static void addAndRead(SluiceClient client, long id1, int adds, Set<Long> ids) {
        for (int index = 0; index < adds; index++) {
            assertTrue(client.addLink(Served.link(id1, index, index)).value());
            assertEquals(index + 1, client.count(id1, 7).value());
            assertEquals(index, client.linkList(LinkQuery.newest(id1, 7, 1)).value().id2(0));
            long added = client.addNode(Served.node(0));
            synchronized (ids) {
                assertTrue(ids.add(added));
            }
        }
    }

    @Test
    void aLargeAnswerPassesAndATooLargeOneSaysSo() throws IOException {
        MemoryGraph graph = new MemoryGraph(1);
        for (int index = 0; index < 6; index++) {
            byte[] data = new byte[1 << 20];
            graph.addLink(new Link(1, 7, index, Visibility.VISIBLE, 0, index, data));
        }
        var options = Served.ANY_PORT.limits(1024, 4 << 20, 1);
        try (Served over = new Served(graph, options, Duration.ofSeconds(10))) {
            assertEquals(3, over.client.linkList(LinkQuery.newest(1, 7, 3)).value().size());
            var tooLarge =
                    assertThrows(
                            SluiceException.class,
                            () -> over.client.linkList(LinkQuery.newest(1, 7, 6)));
            assertEquals(ErrorCode.RESOURCE, tooLarge.code());
            assertTrue(tooLarge.getMessage().contains("smaller limit"), tooLarge.getMessage());
        }
    }

    @Test
    void scansSeveralMessagesInOrderAndTellsWhetherThatWasAll() throws IOException {
        boolean[] complete = {true};
        HookedStore store =
                new HookedStore() {
                    @Override
                    boolean isComplete() {
                        return complete[0];
                    }
                };
        for (int index = 0; index < 5_000; index++) {
            store.graph.addLink(Served.link(index / 10, index, index));
        }
        try (Served over = new Served(store)) {
            assertEquals(rows(store.graph), rows(over.client));
            assertTrue(over.client.scan(new Rows()));
            complete[0] = false;
            assertFalse(over.client.scan(new Rows()));
        }
    }

    private static Object step(GraphStore store, SplittableRandom random) throws IOException {
        long id1 = random.nextInt(IDS) - 2;
        long type = random.nextInt(2) - 1;
        long id2 = random.nextInt(IDS) - 2;
        byte[] data = new byte[random.nextInt(5)];
        random.nextBytes(data);
        Visibility visibility = random.nextInt(4) == 0 ? Visibility.HIDDEN : Visibility.VISIBLE;
        Link link =
                new Link(
                        id1, type, id2, visibility, random.nextInt(3) - 1, random.nextInt(9), data);
        Node node = new Node(100 + random.nextInt(20), type, 1, random.nextLong(), data);
        return switch (random.nextInt(12)) {
            case 0, 1 -> store.addLink(link);
            case 2 -> store.updateLink(link);
            case 3 -> store.deleteLink(id1, type, id2, Deletion.HIDE);
            case 4 -> store.deleteLink(id1, type, id2, Deletion.EXPUNGE);
            case 5 -> store.addNode(node);
            case 6 -> store.updateNode(node);
            case 7 -> store.deleteNode(node.id(), type);
            case 8 -> List.of(store.node(node.id()), store.link(id1, type, id2));
            case 9 -> store.links(id1, type, new long[] {id2, -2, -1, 0, 1, 2});
            case 10 -> List.of(store.count(id1, type), store.types(id1));
            default -> {
                var list =
                        store.linkList(
                                new LinkQuery(
                                        id1,
                                        type,
                                        random.nextInt(5),
                                        4 + random.nextInt(5),
                                        random.nextInt(2),
                                        random.nextInt(4)));
                yield List.of(list.value().links(), list.complete());
            }
        };
    }

    private static List<Object> rows(GraphReader reader) throws IOException {
        Rows rows = new Rows();
        assertTrue(reader.scan(rows));
        return rows.all;
    }

    private static final class Rows implements GraphReader.Visitor {
        final List<Object> all = new ArrayList<>();

        @Override
        public void node(Node node) {
            all.add(node);
        }

        @Override
        public void link(Link link) {
            all.add(link);
        }
    }
}
