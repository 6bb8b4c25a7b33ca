package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.hot.mysql.MySqlAddress;
import sluice.hot.mysql.MySqlHotStore;
import sluice.model.ColdStore;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.GraphStoreConformance;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.servers.WaitsForServers;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/** A graph whose hot store is in MariaDB does all that one does whose hot store is in RocksDB. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class MergedGraphOverMySqlTest {
    private static final int WRITERS = 8;
    private static MariaDbServer server;
    private static int databases;

    @BeforeAll
    static void start() throws IOException {
        server = MariaDbServer.startTemporary(MariaDbPrograms.home(), MariaDbOptions.DEFAULT);
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static MySqlHotStore open(String database) throws IOException {
        return MySqlHotStore.open(MySqlAddress.parse(server.uri(database)));
    }

    private static MySqlHotStore openNew() throws IOException {
        String database = "graph_" + databases++;
        server.createDatabase(database);
        return open(database);
    }

    /** What every graph does, over a cold store that each kind of test brings. */
    private abstract static class OverMySql extends GraphStoreConformance {
        private MySqlHotStore hot;

        abstract ColdStore cold();

        @Override
        protected GraphStore open(long firstNodeId) throws IOException {
            hot = openNew();
            return HotDirectory.graph(hot, cold(), firstNodeId);
        }

        @Override
        protected void closeStores() {
            if (hot != null) {
                hot.close();
            }
        }
    }

    @Nested
    class OverNothing extends OverMySql {
        @Override
        ColdStore cold() {
            return new EmptyCold();
        }
    }

    @Nested
    class OverFakeCold extends OverMySql {
        @Override
        ColdStore cold() {
            return new FakeCold(new MemoryGraph(1), true);
        }
    }

    @Nested
    class Lists extends HotListsTest {
        private final Map<Path, String> names = new HashMap<>();

        @Override
        int seeds() {
            return 1;
        }

        @Override
        HotStore openHot(Path place) throws IOException {
            if (!names.containsKey(place)) {
                String database = "lists_" + databases++;
                server.createDatabase(database);
                names.put(place, database);
            }
            return MergedGraphOverMySqlTest.open(names.get(place));
        }
    }

    @Nested
    class RandomOperations extends RandomOperationsTest {
        @Override
        int seeds() {
            return 3;
        }

        @Override
        HotStore open(Path directory) throws IOException {
            String database = directory.getParent().getFileName().toString().replace('-', '_');
            database = "random_" + database;
            if (directory.toFile().mkdir()) {
                server.createDatabase(database);
            }
            return MergedGraphOverMySqlTest.open(database);
        }
    }

    @Test
    void theCountOfAListIsThatOfItsVisibleLinksAfterManyWriters() throws Exception {
        try (MySqlHotStore hot = openNew()) {
            MergedGraph graph = HotDirectory.graph(hot, new EmptyCold(), 1);
            List<Callable<Void>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                SplittableRandom random = new SplittableRandom(writer);
                writers.add(
                        () -> {
                            for (int i = 0; i < 60; i++) {
                                write(graph, random, i);
                            }
                            return null;
                        });
            }
            run(writers);
            long visible = graph.linkList(LinkQuery.newest(1, 5, 1000)).value().size();
            assertTrue(visible > 0);
            assertEquals(visible, graph.count(1, 5).value());
            assertEquals(visible, hot.header(1, 5).visible());
        }
    }

    private static void write(GraphStore graph, SplittableRandom random, int time)
            throws IOException {
        long id2 = random.nextInt(40);
        if (random.nextInt(3) == 0) {
            graph.deleteLink(1, 5, id2, Deletion.values()[random.nextInt(2)]);
        } else {
            Visibility visibility = Visibility.values()[random.nextInt(2)];
            graph.addLink(new Link(1, 5, id2, visibility, 0, time, new byte[] {9}));
        }
    }

    private static void run(List<Callable<Void>> tasks) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
    }

    @Test
    void everyWriteThatWasAnsweredIsThereAfterTheServerWasKilled() throws Exception {
        try (MySqlHotStore hot = openNew()) {
            MergedGraph graph = HotDirectory.graph(hot, new EmptyCold(), 1);
            killWhileWriting(graph);
        }
    }

    private static void killWhileWriting(MergedGraph graph) throws Exception {
        int keys = 30;
        long[][] answered = new long[WRITERS][keys];
        CountDownLatch answers = new CountDownLatch(400);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            int id1 = writer;
            SplittableRandom random = new SplittableRandom(100L + writer);
            tasks.add(() -> writeUntilItFails(graph, id1, random, answered[id1], answers));
        }
        tasks.add(
                () -> {
                    answers.await();
                    server.kill();
                    return null;
                });
        run(tasks);
        server = server.startAgain();
        // The same store finds its way to the server again.
        for (int id1 = 0; id1 < WRITERS; id1++) {
            int visible = 0;
            for (int id2 = 0; id2 < keys; id2++) {
                long version = answered[id1][id2];
                Link found = graph.link(id1, 3, id2).value().orElse(null);
                assertTrue(
                        version == 0 || found != null && found.version() >= version,
                        "version %d of (%d, %d): %s".formatted(version, id1, id2, found));
                visible += found != null && found.visibility() == Visibility.VISIBLE ? 1 : 0;
            }
            assertEquals(visible, graph.count(id1, 3).value());
        }
    }

    /** Writes links of rising versions until the server does not answer any more. */
    private static Void writeUntilItFails(
            MergedGraph graph,
            long id1,
            SplittableRandom random,
            long[] answered,
            CountDownLatch answers) {
        try {
            for (long version = 1 + System.nanoTime(); ; version++) {
                int id2 = random.nextInt(answered.length);
                Visibility visibility = Visibility.values()[random.nextInt(2)];
                graph.addLink(new Link(id1, 3, id2, visibility, version, 5, new byte[] {1}));
                answered[id2] = version;
                answers.countDown();
            }
        } catch (IOException | SluiceException e) {
            return null;
        }
    }
}
