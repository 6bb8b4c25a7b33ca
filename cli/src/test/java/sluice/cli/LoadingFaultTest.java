package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.Relay;
import sluice.testkit.Experiment;

/**
 * E10 with a real load behind the server: the network between client and server delays, cuts,
 * swallows, closes halves and so on while rows are staged, while buckets are built, at rest, and
 * while online writes are absorbed. Every call ends within its deadline and a second; no answer is
 * wrong or falsely called complete, from uptime on each is complete, no write is lost, done twice
 * or done though it was said not to be, and all is well within 10 seconds after the network is.
 *
 * <p>{@code -DloadFaults=} says how many faults are tried, {@code -DloadFaultSeeds=} with how many
 * seeds each, {@code -DloadFaultMillis=} how long a fault lasts at most, {@code -Dseed=} which is
 * the first seed.
 */
@Tag(Experiment.TAG)
class LoadingFaultTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final int FAULTS = Experiment.size("loadFaults", 4, 8);
    private static final int SEEDS = Experiment.size("loadFaultSeeds", 1, 10);
    private static final int MILLIS_MAX = Experiment.size("loadFaultMillis", 500, 2_500);

    /** Those first that have shown the most. */
    private static final List<Relay.Fault> ORDER =
            List.of(
                    Relay.Fault.RESET,
                    Relay.Fault.BLACK_HOLE,
                    Relay.Fault.HALF_CLOSE,
                    Relay.Fault.DELAY,
                    Relay.Fault.JITTER,
                    Relay.Fault.DRIP,
                    Relay.Fault.SPLIT,
                    Relay.Fault.BANDWIDTH);

    @TempDir Path directory;
    private final AtomicLong answers = new AtomicLong();
    private final AtomicLong partial = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();

    @Test
    void noFaultOfTheNetworkMakesAWrongAnswerInAnyPhase() throws Exception {
        assertEquals(Relay.Fault.values().length - 1, ORDER.size(), "a fault is not tried");
        try (Experiment experiment = new Experiment("E10 network faults while loading", SEED)) {
            List<Relay.Fault> faults = ORDER.subList(0, FAULTS);
            for (long seed = SEED; seed < SEED + SEEDS; seed++) {
                runAll(faults, seed);
                experiment.ran((long) faults.size() * FaultyLoad.PHASES);
            }
            experiment
                    .fact("answers", answers.get())
                    .fact("partial answers", partial.get())
                    .fact("writes of unknown fate", unknown.get())
                    .fact("connections", connections.get());
            assertTrue(partial.get() > 0, "no answer was partial: nothing was asked early");
            assertTrue(unknown.get() > 0, "no write was ever lost: the faults do nothing");
            experiment.passed();
        }
    }

    /** All faults at the same time, each with a store of its own. */
    private void runAll(List<Relay.Fault> faults, long seed) throws InterruptedException {
        ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (Relay.Fault fault : faults) {
            threads.add(Thread.ofPlatform().start(() -> problems.addAll(run(fault, seed))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals("", String.join("\n", problems));
    }

    private List<String> run(Relay.Fault fault, long seed) {
        FaultyLoad load =
                new FaultyLoad(directory.resolve(fault + "-" + seed), fault, MILLIS_MAX, seed);
        List<String> problems = new ArrayList<>();
        try {
            problems.addAll(load.run());
        } catch (Throwable e) {
            problems.add(e + " at " + Arrays.toString(e.getStackTrace()));
        }
        answers.addAndGet(load.answers);
        partial.addAndGet(load.partial);
        unknown.addAndGet(load.unknown);
        connections.addAndGet(load.connections);
        return problems.stream().map(text -> fault + " seed=" + seed + ": " + text).toList();
    }
}
