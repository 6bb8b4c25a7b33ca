package sluice.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.model.Node;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;
import sluice.testkit.Experiment;

/**
 * E10: between client and server stands a network that delays, splits, drips, throttles, cuts,
 * closes halves and swallows. Every call ends within its deadline and a second, no answer is wrong,
 * no write is done twice or done though it was said not to be, and all is well within 10 seconds
 * after the network is.
 *
 * <p>{@code -DfaultSeeds=} says with how many seeds each fault is tried, {@code -Dseed=} which is
 * the first; the store is complete under every second one.
 */
@Tag(Experiment.TAG)
class NetworkFaultTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int SEEDS = Experiment.size("faultSeeds", 1, 30);
    private static final Duration DEADLINE = Duration.ofMillis(1_500);
    private static final long LATE_MILLIS = 1_000;
    private static final long HEALTHY_MILLIS = 10_000;
    private static final int WELL_MILLIS = 300;
    private static final int WORKERS = 6;

    private final AtomicLong answers = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();

    @Test
    void noFaultOfTheNetworkMakesAWrongAnswer() throws IOException, InterruptedException {
        try (Experiment experiment = new Experiment("E10 network faults", SEED)) {
            for (long seed = SEED; seed < SEED + SEEDS; seed++) {
                runAll(seed);
                experiment.ran(Relay.Fault.values().length - 1);
            }
            experiment
                    .fact("answers", answers.get())
                    .fact("writes of unknown fate", unknown.get())
                    .fact("connections", connections.get());
            assertTrue(unknown.get() > 0, "no write was ever lost: the faults do nothing");
            experiment.passed();
        }
    }

    /** The checker is checked: a client that sends lost writes again is found out. */
    @Test
    void aClientThatRepeatsWritesIsFoundOut() throws IOException, InterruptedException {
        List<String> problems = List.of();
        for (long seed = 0; seed < 20 && problems.isEmpty(); seed++) {
            problems = run(Relay.Fault.RESET, seed, true);
        }
        assertTrue(
                problems.stream().anyMatch(text -> text.contains("was called an old one")),
                problems::toString);
    }

    private static ClientOptions options(int port, boolean repeatsWrites) {
        ClientOptions options = ClientOptions.of("127.0.0.1", port).within(DEADLINE).over(2, 64);
        return repeatsWrites ? options.repeatingWrites() : options;
    }

    /** All faults at the same time, each in a world of its own. */
    private void runAll(long seed) throws InterruptedException {
        ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
        List<Thread> scenarios = new ArrayList<>();
        for (Relay.Fault fault : Relay.Fault.values()) {
            if (fault != Relay.Fault.NONE) {
                scenarios.add(
                        Thread.ofVirtual()
                                .start(
                                        () -> {
                                            try {
                                                run(fault, seed, false).forEach(problems::add);
                                            } catch (Throwable e) {
                                                problems.add(fault + " seed=" + seed + ": " + e);
                                            }
                                        }));
            }
        }
        for (Thread scenario : scenarios) {
            scenario.join();
        }
        assertEquals("", String.join("\n", problems));
    }

    private List<String> run(Relay.Fault fault, long seed, boolean repeatsWrites)
            throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed * 31 + fault.ordinal());
        boolean isComplete = (seed + fault.ordinal()) % 2 == 0;
        HookedStore store =
                new HookedStore() {
                    @Override
                    boolean isComplete() {
                        return isComplete;
                    }
                };
        SluiceServer server =
                SluiceServer.start(Served.ANY_PORT, store, () -> StatusReport.COMPLETE);
        List<FaultWorker> workers = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        try (Relay relay = new Relay(server.port(), seed);
                SluiceClient client = SluiceClient.open(options(relay.port(), repeatsWrites))) {
            AtomicBoolean isOver = new AtomicBoolean();
            List<Thread> threads = new ArrayList<>();
            for (int index = 0; index < WORKERS; index++) {
                FaultWorker worker =
                        new FaultWorker(
                                client,
                                100 + index,
                                isComplete,
                                DEADLINE.toMillis() + LATE_MILLIS,
                                isOver::get,
                                random.split());
                workers.add(worker);
                threads.add(Thread.ofPlatform().daemon().start(worker));
            }
            awaitAnswers(workers, System.nanoTime());
            Recovery.pause(WELL_MILLIS);
            relay.now(fault);
            Recovery.pause(500 + random.nextInt(2_000));
            long healedNanos = System.nanoTime();
            relay.now(Relay.Fault.NONE);
            long millis = awaitAnswers(workers, healedNanos);
            if (millis > HEALTHY_MILLIS) {
                problems.add("it took " + millis + " ms to be healthy");
            }
            Recovery.pause(WELL_MILLIS);
            isOver.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            connections.addAndGet(relay.connections());
        }
        // The relay has let go of all it held; what came late is done or refused by now.
        server.close();
        Map<String, List<Long>> nodes = nodes(store);
        for (FaultWorker worker : workers) {
            worker.checkNodes(nodes);
            problems.addAll(worker.problems);
            answers.addAndGet(worker.answers);
            unknown.addAndGet(worker.unknown);
        }
        return problems.stream().map(text -> fault + " seed=" + seed + ": " + text).toList();
    }

    /** Returns how long it took until each worker got an answer, in milliseconds. */
    private static long awaitAnswers(List<FaultWorker> workers, long sinceNanos) {
        List<LongSupplier> answered =
                workers.stream().<LongSupplier>map(worker -> () -> worker.answeredNanos).toList();
        return Recovery.await(answered, sinceNanos, 3 * HEALTHY_MILLIS);
    }

    private static Map<String, List<Long>> nodes(HookedStore store) throws IOException {
        Map<String, List<Long>> ids = new HashMap<>();
        store.graph.scan(
                new NoRows() {
                    @Override
                    public void node(Node node) {
                        ids.computeIfAbsent(new String(node.data(), UTF_8), _ -> new ArrayList<>())
                                .add(node.id());
                    }
                });
        return ids;
    }
}
