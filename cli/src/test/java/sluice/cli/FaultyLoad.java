package sluice.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import sluice.client.ClientOptions;
import sluice.client.Recovery;
import sluice.client.Relay;
import sluice.client.SluiceClient;
import sluice.coordinator.LiveStore;
import sluice.coordinator.LiveStoreOptions;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.ingest.Source;
import sluice.live.LiveStatus;
import sluice.live.OwnHotStore;
import sluice.load.LoadResult;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.storage.DirectoryStorage;
import sluice.store.Manifest;

/**
 * One store from its load to its absorption behind a server, with users over a network that has a
 * fault in each phase of it: while rows are staged, while buckets are built, while nothing is to be
 * done, and while online writes are absorbed. A phase is held until the network is well again.
 */
final class FaultyLoad {
    static final int PHASES = 4;
    private static final int USERS = 4;
    private static final Duration DEADLINE = Duration.ofMillis(1_500);
    private static final long LATE_MILLIS = 1_000;
    private static final long HEALTHY_MILLIS = 10_000;
    private static final int FAULT_MILLIS_MIN = 300;
    private static final int WELL_MILLIS = 100;
    private static final int CHUNK_BYTES = 8 << 10;
    private static final int BUCKET_BYTES = 4 << 10;
    private static final long FIRST_NODE_ID = 1_000_000;
    private static final ServerOptions ANY_PORT =
            ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);

    private final Path directory;
    private final Relay.Fault fault;
    private final int faultMillisMax;
    private final SplittableRandom random;
    private final AtomicBoolean isUp = new AtomicBoolean();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final List<FaultUser> users = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** What the users saw, once it is over. */
    long answers;

    long partial;
    long unknown;
    long connections;

    FaultyLoad(Path directory, Relay.Fault fault, int faultMillisMax, long seed) {
        this.directory = directory;
        this.fault = fault;
        this.faultMillisMax = faultMillisMax;
        this.random = new SplittableRandom(seed * 31 + fault.ordinal());
    }

    /** Runs it to its end; returns what was wrong. */
    List<String> run() throws Exception {
        Path store = Files.createDirectories(directory).resolve("store");
        PacedStorage paced = new PacedStorage(DirectoryStorage.create(store));
        HotOptions quick = new HotOptions(HotOptions.MEMORY_BYTES_MIN, new Durability.Async(100));
        try (RocksHotStore hot = RocksHotStore.open(store.resolve(OwnHotStore.HOT), quick);
                LiveStore live =
                        LiveStore.open(
                                paced.storage(),
                                hot,
                                LiveStoreOptions.of(options(), DecisionOptions.DEFAULT)
                                        .numberingNodesFrom(FIRST_NODE_ID),
                                System::nanoTime)) {
            serve(live, paced);
            // What the users gave up on has ended with the server.
            Map<String, List<Long>> nodeIds = nodeIds(live.graph());
            for (FaultUser user : users) {
                problems.addAll(user.problemsIn(live.graph(), nodeIds));
                answers += user.answers;
                partial += user.partial;
                unknown += user.unknown;
            }
        }
        CommandRun verified = CommandRun.of("verify", store.toString());
        assertEquals(0, verified.status(), verified::errors);
        return problems;
    }

    private static LoadOptions options() {
        return LoadOptions.defaults()
                .withMemory(LoadOptions.MEMORY_BYTES_MIN, LoadOptions.MEMORY_BYTES_MIN / 4)
                .withThreads(1)
                .withChunkBytes(CHUNK_BYTES)
                .withBucketBytes(BUCKET_BYTES);
    }

    private void serve(LiveStore live, PacedStorage paced) throws Exception {
        LoadProgress progress = new LoadProgress();
        LiveStatus status = new LiveStatus(live, Optional::empty, progress, System::nanoTime);
        try (SluiceServer server = SluiceServer.start(ANY_PORT, live.graph(), status);
                Relay relay = new Relay(server.port(), random.nextLong());
                SluiceClient client =
                        SluiceClient.open(
                                ClientOptions.of("127.0.0.1", relay.port())
                                        .within(DEADLINE)
                                        .over(2, 64))) {
            List<Thread> threads = startUsers(client);
            try {
                runPhases(live, progress, paced, relay);
            } finally {
                paced.release();
                relay.now(Relay.Fault.NONE);
                isOver.set(true);
                for (Thread thread : threads) {
                    thread.join();
                }
                connections = relay.connections();
            }
        }
    }

    private List<Thread> startUsers(SluiceClient client) {
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < USERS; number++) {
            FaultUser user =
                    new FaultUser(
                            client,
                            number,
                            DEADLINE.toMillis() + LATE_MILLIS,
                            isUp::get,
                            isOver::get,
                            random.split());
            users.add(user);
            threads.add(Thread.ofPlatform().daemon().start(user));
        }
        return threads;
    }

    private void runPhases(LiveStore live, LoadProgress progress, PacedStorage paced, Relay relay)
            throws Exception {
        Source source = source();
        paced.hold("run-000001-");
        FutureTask<LoadResult> load = begin(() -> live.load(source, options(), progress, events()));
        paced.awaitBegun();
        disturb(relay, "staging");
        paced.awaitHeld();
        assertPhase(Manifest.Phase.STAGING, live);

        paced.hold("segment-000001-");
        paced.awaitBegun();
        disturb(relay, "building");
        paced.awaitHeld();
        assertPhase(Manifest.Phase.BUILDING, live);
        paced.release();
        load.get();

        disturb(relay, "at rest");
        assertPhase(Manifest.Phase.COMPLETE, live);

        paced.hold("segment-000002-");
        FutureTask<Long> absorption = begin(live::absorb);
        paced.awaitBegun();
        disturb(relay, "absorbing");
        paced.awaitHeld();
        assertPhase(Manifest.Phase.ABSORBING, live);
        paced.release();
        absorption.get();
        assertPhase(Manifest.Phase.COMPLETE, live);
        awaitAnswers(System.nanoTime());
    }

    private static <T> FutureTask<T> begin(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private LoadEvents events() {
        return new LoadEvents() {
            @Override
            public void uptime() {
                isUp.set(true);
            }
        };
    }

    private static void assertPhase(Manifest.Phase expected, LiveStore live) {
        Manifest manifest = live.manifest();
        assertEquals(expected, manifest == null ? Manifest.Phase.STAGING : manifest.phase());
    }

    /** The network is well, then it is not, then it is. */
    private void disturb(Relay relay, String when) {
        awaitAnswers(System.nanoTime());
        relay.now(fault);
        Recovery.pause(random.nextInt(FAULT_MILLIS_MIN, faultMillisMax));
        long healedNanos = System.nanoTime();
        relay.now(Relay.Fault.NONE);
        long millis = awaitAnswers(healedNanos);
        if (millis > HEALTHY_MILLIS) {
            problems.add("it took %d ms to be healthy while %s".formatted(millis, when));
        }
        Recovery.pause(WELL_MILLIS);
    }

    /** Returns how long it took until each user got an answer, in milliseconds. */
    private long awaitAnswers(long sinceNanos) {
        List<LongSupplier> answered =
                users.stream().<LongSupplier>map(user -> () -> user.answeredNanos).toList();
        return Recovery.await(answered, sinceNanos, 3 * HEALTHY_MILLIS);
    }

    /** Every chunk has links of every list. */
    private Source source() throws IOException {
        Path file = directory.resolve("links.tsv");
        try (BufferedWriter text = Files.newBufferedWriter(file)) {
            text.write("id1\tlink_type\tid2\tversion\ttime\tdata\n");
            for (int id2 = 0; id2 < FaultUser.LOADED; id2++) {
                for (int list = 0; list < USERS * FaultUser.LISTS; list++) {
                    long id1 = FaultUser.id1(list / FaultUser.LISTS, list % FaultUser.LISTS);
                    text.write(
                            "%d\t%d\t%d\t1\t1\t%s\n"
                                    .formatted(id1, FaultUser.TYPE, id2, FaultBook.Row.LOADED));
                }
            }
        }
        return Source.open(List.of(file.toString()), null);
    }

    private static Map<String, List<Long>> nodeIds(GraphReader graph) throws IOException {
        Map<String, List<Long>> ids = new HashMap<>();
        graph.scan(
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) {
                        ids.computeIfAbsent(
                                        new String(node.data(), US_ASCII), _ -> new ArrayList<>())
                                .add(node.id());
                    }

                    @Override
                    public void link(Link link) {}
                });
        return ids;
    }
}
