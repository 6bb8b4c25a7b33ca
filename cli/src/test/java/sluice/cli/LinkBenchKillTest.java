package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.WriteBook.LinkKey;
import sluice.client.SluiceClient;
import sluice.generate.LinkBenchOptions;
import sluice.linkbench.run.RequestMix;
import sluice.linkbench.workload.Configuration;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.DirectoryStorage;
import sluice.store.StoreReader;
import sluice.testkit.Experiment;

/**
 * The process that loads and serves is killed again and again under LinkBench's requests: whatever
 * was acknowledged is there after each restart, the load ends, and in the end the store is that of
 * an undisturbed load with the acknowledged writes over it, row for row; a write that was not
 * answered may have been done or not.
 *
 * <p>{@code -DmixKills=} sets how often, {@code -DmixIds=} how many nodes are loaded.
 */
@Tag(Experiment.TAG)
class LinkBenchKillTest {
    private static final int KILLS = Experiment.size("mixKills", 2, 100);
    private static final int IDS = Experiment.size("mixIds", 2_000, 100_000);
    private static final long SEED = Long.getLong("seed", 1);
    private static final int LINKS = 6;
    private static final int REQUESTERS = 4;
    private static final int WRITES_MIN = 20;
    private static final int HEAP_MEBIBYTES = 256;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Longer than anything takes, so that what is not answered was killed. */
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    @TempDir Path directory;

    private final WriteBook book = new WriteBook();
    private final List<NotedStore> stores = new ArrayList<>();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final SplittableRandom random = new SplittableRandom(SEED);

    /** All rows of a store. */
    private static final class Rows implements GraphReader.Visitor {
        final Map<Long, Node> nodes = new HashMap<>();
        final Map<LinkKey, Link> links = new HashMap<>();

        static Rows of(Path store) throws IOException {
            Rows rows = new Rows();
            try (StoreReader reader = StoreReader.open(DirectoryStorage.open(store))) {
                assertTrue(reader.scan(rows), "all is loaded");
                rows.checkCounts(reader);
            }
            return rows;
        }

        private void checkCounts(StoreReader reader) throws IOException {
            record ListKey(long id1, long linkType) {}
            Map<ListKey, Long> counts = new HashMap<>();
            for (Link link : links.values()) {
                long one = link.visibility() == Visibility.VISIBLE ? 1 : 0;
                counts.merge(new ListKey(link.id1(), link.linkType()), one, Long::sum);
            }
            for (var list : counts.entrySet()) {
                ListKey key = list.getKey();
                assertEquals(list.getValue(), reader.count(key.id1(), key.linkType()).value());
            }
        }

        @Override
        public void node(Node node) {
            nodes.put(node.id(), node);
        }

        @Override
        public void link(Link link) {
            links.put(LinkKey.of(link), link);
        }

        Optional<Link> link(LinkKey key) {
            return Optional.ofNullable(links.get(key));
        }

        Optional<Node> node(long id) {
            return Optional.ofNullable(nodes.get(id));
        }
    }

    @Test
    void whatWasAcknowledgedOutlivesKillsUnderLinkBench() throws Exception {
        Path source = writeSource();
        Path calm = directory.resolve("calm");
        run("load", calm.toString(), source.toString());
        Rows loaded = Rows.of(calm);
        for (int number = 0; number < REQUESTERS; number++) {
            stores.add(new NotedStore(book));
        }
        Map<String, String> settings = new HashMap<>();
        settings.put("maxid1", String.valueOf(IDS + 1));
        settings.put("nlinks_func", "CONST");
        settings.put("nlinks_config", "0");
        settings.put("nlinks_default", String.valueOf(LINKS));
        List<RequestMix> mixes = RequestMix.of(Configuration.shipped(settings), SEED, stores);
        Path store = directory.resolve("store");
        try (Experiment experiment = new Experiment("E2 kill -9 under LinkBench", SEED)) {
            for (int kill = 0; kill < KILLS; kill++) {
                try (LoadingServer server = start(store, source)) {
                    check(server, loaded, book.takeRecent());
                    live(server, mixes, random.nextLong(50, 2_000));
                }
                assertEquals(List.of(), List.copyOf(failures));
                experiment.ran(1);
            }
            try (LoadingServer server = start(store, source)) {
                while (!server.isLoaded()) {
                    server.checkRuns();
                    LockSupport.parkNanos(LOOK_NANOS);
                }
                check(server, loaded, book.links());
                server.stop();
            }
            run("absorb", store.toString());
            run("verify", store.toString());
            compare(Rows.of(store), loaded);
            experiment
                    .fact("rows loaded", loaded.nodes.size() + loaded.links.size())
                    .fact("writes acknowledged", book.acknowledged())
                    .fact("writes of unknown fate", book.unknown());
            assertTrue(
                    book.acknowledged() >= (long) KILLS * WRITES_MIN,
                    "hardly anything was written");
            experiment.passed();
        }
    }

    /** Nodes, and from each of them links to those that follow. */
    private Path writeSource() throws IOException {
        Path source = Files.createDirectory(directory.resolve("source"));
        StringBuilder nodes = new StringBuilder("id\ttype\tdata\n");
        StringBuilder links = new StringBuilder("id1\tlink_type\tid2\ttime\tdata\n");
        for (int id = 1; id <= IDS; id++) {
            nodes.append("%d\t%d\tloaded\n".formatted(id, LinkBenchOptions.NODE_TYPE));
            for (int link = 0; link < LINKS; link++) {
                long type = LinkBenchOptions.FIRST_LINK_TYPE + link % 2;
                links.append("%d\t%d\t%d\t9\tloaded\n".formatted(id, type, id + 1 + link));
            }
        }
        Files.writeString(source.resolve("nodes.tsv"), nodes);
        Files.writeString(source.resolve("links.tsv"), links);
        return source;
    }

    private static void run(String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertEquals(0, run.status(), run.errors());
    }

    private LoadingServer start(Path store, Path source) throws IOException {
        List<String> options = List.of("--chunk-size", "64k", "--source-rate", "1m");
        return LoadingServer.start(
                store, source, directory.resolve("log"), HEAP_MEBIBYTES, options);
    }

    /**
     * Requests for so long, and until some writes were acknowledged; then the server is killed
     * under them.
     */
    private void live(LoadingServer server, List<RequestMix> mixes, long millis)
            throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        List<Thread> requesters = new ArrayList<>();
        try (SluiceClient client = server.connect(DEADLINE)) {
            stores.forEach(store -> store.goTo(client));
            for (RequestMix mix : mixes) {
                requesters.add(Thread.ofPlatform().start(() -> request(mix, isOver)));
            }
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            long before = book.acknowledged();
            // However slow the machine is, something is there to be kept.
            while (System.nanoTime() < end || book.acknowledged() < before + WRITES_MIN) {
                server.checkRuns();
                LockSupport.parkNanos(LOOK_NANOS);
            }
            isOver.set(true);
            server.kill();
        }
        // The client that is closed lets go of those that wait for another server.
        for (Thread requester : requesters) {
            requester.join();
        }
    }

    private void request(RequestMix mix, AtomicBoolean isOver) {
        try {
            while (true) {
                mix.send();
            }
        } catch (SluiceException | IllegalStateException e) {
            if (!isOver.get()) {
                failures.add(e);
            }
        } catch (IOException | RuntimeException e) {
            failures.add(e);
        }
    }

    private void check(LoadingServer server, Rows loaded, Set<LinkKey> keys) throws IOException {
        try (SluiceClient client = server.connect(DEADLINE)) {
            for (LinkKey key : keys) {
                Answer<Optional<Link>> found = client.link(key.id1(), key.linkType(), key.id2());
                boolean mayBe = book.mayBe(key, found.value(), loaded.link(key));
                // What was not written is not there before it is loaded.
                boolean mayCome =
                        !found.complete() && book.mayBe(key, loaded.link(key), loaded.link(key));
                assertTrue(mayBe || (mayCome && found.value().isEmpty()), () -> key + ": " + found);
            }
        }
    }

    private void compare(Rows found, Rows loaded) {
        Set<LinkKey> links = new HashSet<>(loaded.links.keySet());
        links.addAll(found.links.keySet());
        links.addAll(book.links());
        for (LinkKey key : links) {
            Optional<Link> link = found.link(key);
            assertTrue(book.mayBe(key, link, loaded.link(key)), () -> key + ": " + link);
        }
        Set<Long> nodes = new HashSet<>(loaded.nodes.keySet());
        nodes.addAll(book.nodes());
        for (Node node : book.added()) {
            assertEquals(Optional.of(node), found.node(node.id()));
        }
        for (Node node : found.nodes.values()) {
            if (!loaded.nodes.containsKey(node.id()) && !book.added().contains(node)) {
                assertTrue(book.isPerhapsAdded(node), () -> "nobody added " + node);
            }
        }
        for (long id : nodes) {
            Optional<Node> node = found.node(id);
            assertTrue(book.mayBe(id, node, loaded.node(id)), () -> id + ": " + node);
        }
    }
}
