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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.model.SluiceException;
import sluice.storage.publish.ObjectStoreTwin;
import sluice.storage.publish.PublishedFiles;
import sluice.store.Bucket;
import sluice.store.Manifest;

/**
 * Two writers, who also delete, and two readers of one log, at random: before each request of one
 * the others may go on, a request may fail in any way, and a writer may end at any request. No
 * reader sees an absent, half or older manifest than was promised, and no two see different ones of
 * one version.
 */
class LogSchedulesTest {
    private static final int SCHEDULES = Integer.getInteger("sluice.log.schedules", 5000);

    /** Late uploads land sooner than manifests go, as they do with ten minutes. */
    private static final LogCommit.Keep KEEP = new LogCommit.Keep(2, 12, 3);

    @Test
    void noReaderSeesAnAbsentOrOlderOrHalfManifest() throws IOException {
        long reads = 0;
        long commits = 0;
        long deaths = 0;
        long supersessions = 0;
        for (int seed = 0; seed < SCHEDULES; seed++) {
            Schedule schedule = new Schedule(seed);
            try {
                schedule.run();
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + seed, failure);
            }
            reads += schedule.reads;
            commits += schedule.promised;
            deaths += schedule.deaths;
            supersessions += schedule.supersessions;
        }
        // Else the schedules would show nothing.
        assertTrue(reads > SCHEDULES && commits > 3L * SCHEDULES, reads + " reads, " + commits);
        assertTrue(deaths > SCHEDULES / 10, deaths + " deaths");
        assertTrue(supersessions > SCHEDULES / 10, supersessions + " supersessions");
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
