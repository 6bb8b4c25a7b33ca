package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.mysql.MySqlAddress;
import sluice.hot.mysql.MySqlHotStore;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.Answer;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.UnreachableException;
import sluice.model.Visibility;
import sluice.servers.WaitsForServers;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/**
 * A MariaDB that is killed and comes back under a store that is read and written, with a load and
 * without: each request ends soon, those that fail meanwhile say why, and what was acknowledged is
 * there.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@WaitsForServers
@ResourceLock("restarted")
@Timeout(300)
class RestartedMySqlTest {
    private static final int WRITERS = 4;
    private static final int READERS = 2;
    private static final int IDS = 400;
    private static final long TYPE = 7;
    private static final long LOADED_ID2 = 1L << 40;
    private static MariaDbServer server;

    @TempDir private Path directory;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicInteger successes = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    @BeforeAll
    static void start() throws IOException {
        server = MariaDbServer.startTemporary(MariaDbPrograms.home(), MariaDbOptions.DEFAULT);
    }

    @BeforeEach
    void begin() throws IOException {
        server.createDatabase("graph");
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @Test
    void underAServerEndsNothing() throws Exception {
        LoadedStore loaded = loaded();
        loaded.load(LoadedStore.Until.BUILT);
        List<Writer> writers = new ArrayList<>();
        try (MySqlHotStore hot = openHot();
                LiveStore store = open(loaded, hot)) {
            use(store, writers, () -> {});
            check(store.graph(), writers);
        }
        checkAnew(loaded, writers);
    }

    @Test
    void underALoadThatServesEndsNothing() throws Exception {
        LoadedStore loaded = loaded();
        List<Writer> writers = new ArrayList<>();
        LoadProgress progress = new LoadProgress();
        LoadOptions options = options().withChunkBytes(1 << 10).withBucketBytes(1 << 10);
        CountDownLatch restarted = new CountDownLatch(1);
        AtomicInteger looks = new AtomicInteger();
        LoadEvents slow =
                new LoadEvents() {
                    @Override
                    public boolean stopRequested() {
                        // In the midst of its chunks the load lasts until the server is back.
                        while (looks.incrementAndGet() > 5 && restarted.getCount() > 0) {
                            LockSupport.parkNanos(1_000_000);
                        }
                        return false;
                    }
                };
        try (MySqlHotStore hot = openHot();
                LiveStore store = open(loaded, hot);
                ExecutorService loader = Executors.newSingleThreadExecutor()) {
            Future<?> load =
                    loader.submit(() -> store.load(loaded.source(), options, progress, slow));
            use(store, writers, restarted::countDown);
            load.get();
            check(store.graph(), writers);
        }
        checkAnew(loaded, writers);
    }

    /** One link of each id, which only the loaded part has. */
    private LoadedStore loaded() throws IOException {
        List<Link> links = new ArrayList<>();
        for (int id = 0; id < IDS; id++) {
            links.add(link(id, LOADED_ID2, 1));
        }
        return new LoadedStore(directory, List.of(), links, 1 << 10);
    }

    private static Link link(long id1, long id2, long version) {
        return new Link(id1, TYPE, id2, Visibility.VISIBLE, version, 1, new byte[] {'d'});
    }

    private MySqlHotStore openHot() throws IOException {
        return MySqlHotStore.open(MySqlAddress.parse(server.uri("graph")));
    }

    private static LoadOptions options() {
        return LoadOptions.defaults().withMemory(256L << 20, 64L << 20).withThreads(1);
    }

    private static LiveStore open(LoadedStore loaded, MySqlHotStore hot) throws IOException {
        return LiveStore.open(
                loaded.storage(),
                hot,
                LiveStoreOptions.of(options(), DecisionOptions.DEFAULT)
                        .numberingNodesFrom(1L << 50),
                System::nanoTime);
    }

    /** Reads and writes while the server is killed and started again. */
    private void use(LiveStore store, List<Writer> writers, Runnable restarted) throws Exception {
        GraphStore graph = store.graph();
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS)) {
            List<Future<?>> users = new ArrayList<>();
            for (int index = 0; index < WRITERS; index++) {
                Writer writer = new Writer(graph, index);
                writers.add(writer);
                users.add(threads.submit(writer::run));
            }
            for (int index = 0; index < READERS; index++) {
                users.add(threads.submit(() -> readAll(graph)));
            }
            try {
                await(successes, 200);
                server.kill();
                await(failures, WRITERS + READERS);
                awaitRefusal(store, true);
                server = server.startAgain();
                await(successes, 200);
                awaitRefusal(store, false);
                restarted.run();
            } finally {
                ended.set(true);
            }
            for (Future<?> user : users) {
                user.get();
            }
        }
    }

    /** Waits for so many more. */
    private static void await(AtomicInteger counter, int more) {
        int before = counter.get();
        while (counter.get() < before + more) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Until health says that no write is taken, and why; or that they are. */
    private static void awaitRefusal(LiveStore store, boolean refused) {
        while (store.writesRefused().isPresent() != refused) {
            assertFalse(Thread.currentThread().isInterrupted(), "in time");
            LockSupport.parkNanos(1_000_000);
        }
        store.writesRefused()
                .ifPresent(why -> assertTrue(why.startsWith("mysql://root@127.0.0.1:"), why));
    }

    private interface Request {
        void send() throws IOException;
    }

    /** Whether it went well; a failure is to say what cannot be reached. */
    private boolean isDone(Request request) {
        try {
            request.send();
            successes.incrementAndGet();
            return true;
        } catch (UnreachableException e) {
            String said = e.getMessage();
            assertTrue(said.startsWith("mysql://root@127.0.0.1:"), said);
            failures.incrementAndGet();
            LockSupport.parkNanos(1_000_000);
            return false;
        } catch (IOException e) {
            throw new AssertionError("not said to be away", e);
        }
    }

    private Void readAll(GraphStore graph) {
        for (int id = 0; !ended.get(); id = (id + 1) % IDS) {
            long asked = id;
            isDone(
                    () -> {
                        Answer<Optional<Link>> found = graph.link(asked, TYPE, LOADED_ID2);
                        assertTrue(found.value().isPresent() || !found.complete());
                        var list = graph.linkList(LinkQuery.newest(asked, TYPE, 1000));
                        assertTrue(list.value().size() > 0 || !list.complete());
                    });
        }
        return null;
    }

    /** Writes to ids of its own. */
    private final class Writer {
        private final GraphStore graph;
        private final int number;

        /** Of each id2: the version last acknowledged, and the last that was tried. */
        private final long[][] versions = new long[50][2];

        private final List<Long> nodes = new ArrayList<>();

        public Writer(GraphStore graph, int number) {
            this.graph = graph;
            this.number = number;
        }

        Void run() {
            for (int version = 1; !ended.get(); version++) {
                long[] written = versions[version % versions.length];
                Link link = link(number, version % versions.length, version);
                written[1] = version;
                if (isDone(() -> graph.addLink(link))) {
                    written[0] = version;
                }
                byte[] data = "by %d".formatted(number).getBytes(StandardCharsets.UTF_8);
                isDone(() -> nodes.add(graph.addNode(new Node(0, 1, 1, 1, data))));
            }
            return null;
        }

        void check(GraphStore now) throws IOException {
            int there = 1;
            for (int id2 = 0; id2 < versions.length; id2++) {
                long[] written = versions[id2];
                long found = now.link(number, TYPE, id2).value().map(Link::version).orElse(0L);
                assertTrue(
                        found == written[0] || found > written[0] && found <= written[1],
                        "%d of %d, %d, not %d".formatted(found, number, id2, written[0]));
                there += found > 0 ? 1 : 0;
            }
            assertEquals(new Answer<>((long) there, true), now.count(number, TYPE));
            var list = now.linkList(LinkQuery.newest(number, TYPE, 1000)).value();
            assertEquals(there, list.size());
            for (long id : nodes) {
                String data =
                        new String(
                                now.node(id).value().orElseThrow().data(), StandardCharsets.UTF_8);
                assertEquals("by " + number, data);
            }
        }
    }

    private static void check(GraphStore graph, List<Writer> writers) throws IOException {
        for (Writer writer : writers) {
            writer.check(graph);
        }
    }

    /** By a process that has seen nothing of it. */
    private void checkAnew(LoadedStore loaded, List<Writer> writers) throws IOException {
        try (MySqlHotStore hot = openHot();
                LiveStore store = open(loaded, hot)) {
            check(store.graph(), writers);
        }
    }
}
