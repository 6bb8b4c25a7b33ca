package sluice.store.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;
import sluice.storage.publish.ObjectStoreTwin;
import sluice.storage.publish.PublishedFiles;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.testkit.Experiment;

/**
 * S4: two writers, who also delete, and two readers of one log, at random: before each request of
 * one the others may go on, a request may fail in any way, and a writer may end at any request. No
 * reader sees an absent, half or older manifest than was promised, and no two see different ones of
 * one version.
 *
 * <p>{@code -Dsluice.log.schedules=} says how many schedules, the first of them by {@code -Dseed=};
 * all cores run them.
 */
@Tag(Experiment.TAG)
class LogSchedulesTest {
    private static final long SEED = Long.getLong("seed", 0);
    private static final int SCHEDULES = Experiment.size("sluice.log.schedules", 5000, 2_000_000);

    /** Late uploads land sooner than manifests go, as they do with ten minutes. */
    private static final LogCommit.Keep KEEP = new LogCommit.Keep(2, 12, 3);

    /** The counts of the schedules of one thread. */
    private record Sums(long reads, long commits, long deaths, long supersessions) {
        Sums plus(Sums other) {
            return new Sums(
                    reads + other.reads,
                    commits + other.commits,
                    deaths + other.deaths,
                    supersessions + other.supersessions);
        }
    }

    @Test
    void noReaderSeesAnAbsentOrOlderOrHalfManifest() throws Exception {
        AtomicLong next = new AtomicLong(SEED);
        int cores = Runtime.getRuntime().availableProcessors();
        Sums sums = new Sums(0, 0, 0, 0);
        try (Experiment experiment = new Experiment("S4 log of manifests, schedules", SEED);
                ExecutorService threads = Executors.newFixedThreadPool(cores)) {
            List<Future<Sums>> running =
                    IntStream.range(0, cores)
                            .mapToObj(_ -> threads.submit(() -> run(next, SEED + SCHEDULES)))
                            .toList();
            for (Future<Sums> each : running) {
                sums = sums.plus(each.get());
            }
            // Else the schedules would show nothing.
            assertTrue(
                    sums.reads > SCHEDULES
                            && sums.commits > 3L * SCHEDULES
                            && sums.deaths > SCHEDULES / 10
                            && sums.supersessions > SCHEDULES / 10,
                    sums::toString);
            experiment.ran(SCHEDULES);
            experiment
                    .fact("reads", sums.reads)
                    .fact("commits", sums.commits)
                    .fact("deaths of writers", sums.deaths)
                    .fact("writers superseded", sums.supersessions)
                    .passed();
        }
    }

    /** Runs schedules until those below {@code end} are done, or one of any thread has failed. */
    private static Sums run(AtomicLong next, long end) throws IOException {
        Sums sums = new Sums(0, 0, 0, 0);
        for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
            Schedule schedule = new Schedule(seed);
            try {
                schedule.run();
            } catch (AssertionError | RuntimeException failure) {
                next.set(end);
                throw new AssertionError("seed " + seed, failure);
            }
            sums =
                    sums.plus(
                            new Sums(
                                    schedule.reads,
                                    schedule.promised,
                                    schedule.deaths,
                                    schedule.supersessions));
        }
        return sums;
    }

    /** A writer ends in the midst of its work. */
    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class Schedule {
        private final SplittableRandom random;
        private final ObjectStoreTwin twin = ObjectStoreTwin.create();
        private final boolean isFaulty;
        private final @Nullable LogCommit[] writers = new LogCommit[2];
        private final boolean[] isActive = new boolean[4];

        /** For each version the text of its manifest. */
        private final Map<Long, String> contents = new HashMap<>();

        /** The last version whose commit was answered. */
        private long promised;

        private int manifests;
        private int depth;
        private long reads;
        private long deaths;
        private long supersessions;

        Schedule(long seed) {
            this.random = new SplittableRandom(seed);
            this.isFaulty = random.nextBoolean();
        }

        void run() throws IOException {
            for (int i = 0; i < 10; i++) {
                act(random.nextInt(4));
            }
            twin.forgetFaults();
            isActive[2] = false;
            read(twin);
            List<Long> versions = LogReader.versions(twin);
            long newest =
                    LogReader.newest(twin).map(found -> found.manifest().version()).orElse(0L);
            assertEquals(versions.isEmpty() ? 0 : versions.getLast(), newest);
        }

        private void act(int actor) {
            if (isActive[actor]) {
                return;
            }
            isActive[actor] = true;
            depth++;
            try {
                HookedFiles files = new HookedFiles(twin, () -> beforeRequest(actor));
                if (actor < 2) {
                    write(files, actor);
                } else {
                    read(files);
                }
            } catch (Death _) {
                deaths++;
                writers[actor] = null;
            } catch (IOException _) {
                // More failures than are tried again; the actor comes back.
                assertTrue(isFaulty, "a failure without a fault");
            } finally {
                depth--;
                isActive[actor] = false;
            }
        }

        private void beforeRequest(int actor) {
            if (isFaulty && random.nextInt(20) == 0) {
                ObjectStoreTwin.Fault[] faults = ObjectStoreTwin.Fault.values();
                // All but the last, which ends every process at once.
                twin.failAt(
                        twin.requestCount() + 1 + random.nextInt(3),
                        faults[random.nextInt(faults.length - 1)]);
            }
            if (actor < 2 && random.nextInt(60) == 0) {
                throw new Death();
            }
            while (depth < 4 && random.nextInt(14) == 0) {
                act(random.nextInt(4));
            }
        }

        private void write(HookedFiles files, int actor) throws IOException {
            LogCommit log = writers[actor];
            if (log == null) {
                log =
                        LogCommit.begin(
                                files,
                                new UUID(random.nextLong(), random.nextLong()),
                                "host-" + actor,
                                KEEP,
                                twin::requestCount);
            }
            writers[actor] = null;
            int commits = 1 + random.nextInt(4);
            for (int i = 0; i < commits; i++) {
                String content = "manifest " + manifests++;
                try {
                    log.commit(manifest(log.last() + 1, content));
                } catch (SluiceException e) {
                    assertTrue(e.getMessage().contains("taken over by host-"), e.getMessage());
                    supersessions++;
                    return;
                }
                see(log.last(), content);
                promised = Math.max(promised, log.last());
            }
        }

        private void read(PublishedFiles files) throws IOException {
            long before = promised;
            Optional<CommittedManifest> newest = LogReader.newest(files);
            reads++;
            if (newest.isEmpty()) {
                assertEquals(0, before, "absent");
                return;
            }
            Manifest manifest = newest.get().manifest();
            assertTrue(manifest.version() >= before, manifest.version() + " after " + before);
            see(manifest.version(), manifest.loadIdentity());
        }

        private void see(long version, String content) {
            String before = contents.putIfAbsent(version, content);
            assertTrue(before == null || before.equals(content), content + " and " + before);
        }
    }

    static Manifest manifest(long version, String content) {
        return new Manifest(
                version,
                false,
                1,
                Manifest.Phase.STAGING,
                content,
                List.of(new Bucket(0, 0, Bucket.State.STAGED, null, 0)),
                List.of(),
                List.of());
    }
}
