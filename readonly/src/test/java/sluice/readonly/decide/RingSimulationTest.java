package sluice.readonly.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.testkit.Experiment;

/**
 * E40: leaders and nodes of a ring under random schedules of kills, cuts, slow and failing fetches,
 * old views, clock jumps, pushes, rollbacks and changes of the ring. One version is committed at a
 * time, no node serves what it does not have, nothing that is served is deleted, and once failures
 * end every push ends and all nodes serve the same. All cores run schedules, each one of its own.
 */
@Tag(Experiment.TAG)
class RingSimulationTest {
    private static final int SCHEDULES = Experiment.size("sluice.ring.schedules", 400, 200_000);
    private static final int ACTS = 400;

    /** A topology came into force that a node had let go of for a later one. */
    private static final List<Long> FOUND = List.of(1092L);

    /** The counts of the schedules of one thread. */
    private record Sums(long commits, long rollbacks, long pushes) {
        Sums plus(Sums other) {
            return new Sums(
                    commits + other.commits, rollbacks + other.rollbacks, pushes + other.pushes);
        }
    }

    @Test
    void everyPushEndsAndAllNodesServeTheSame() throws IOException, InterruptedException {
        for (long seed : FOUND) {
            run(new AtomicLong(seed), seed + 1);
        }
        long first = Long.getLong("seed", 1);
        long count = System.getProperty("seed") == null ? SCHEDULES : 1;
        AtomicLong next = new AtomicLong(first);
        int cores = Runtime.getRuntime().availableProcessors();
        Sums sums = new Sums(0, 0, 0);
        try (Experiment experiment = new Experiment("E40 ring schedules", first);
                ExecutorService threads = Executors.newFixedThreadPool(cores)) {
            List<Future<Sums>> running = new ArrayList<>();
            for (int i = 0; i < cores; i++) {
                running.add(threads.submit(() -> run(next, first + count)));
            }
            for (Future<Sums> each : running) {
                sums = sums.plus(sums(each));
            }
            experiment.ran(count);
            experiment
                    .fact("pushes", sums.pushes)
                    .fact("commits", sums.commits)
                    .fact("rollbacks", sums.rollbacks)
                    .passed();
        }
        // Else the schedules would show nothing.
        if (count > 1) {
            assertTrue(
                    sums.commits > count
                            && sums.commits < sums.pushes
                            && sums.rollbacks > count / 10);
        }
    }

    private static Sums sums(Future<Sums> running) throws InterruptedException {
        try {
            return running.get();
        } catch (ExecutionException e) {
            throw new AssertionError(String.valueOf(e.getCause().getMessage()), e.getCause());
        }
    }

    /** Runs schedules until those below {@code end} are done, or one of any thread has failed. */
    private static Sums run(AtomicLong next, long end) {
        Sums sums = new Sums(0, 0, 0);
        for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
            RingWorld world = new RingWorld(new SplittableRandom(seed));
            try {
                for (int i = 0; i < ACTS; i++) {
                    world.act();
                    world.check();
                }
                world.heal();
            } catch (AssertionError | RuntimeException failure) {
                next.set(end);
                throw new AssertionError("seed=" + seed + ": " + failure.getMessage(), failure);
            }
            sums = sums.plus(new Sums(world.commits, world.rollbacks, world.versions));
        }
        return sums;
    }
}
