package sluice.store.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Survival;
import sluice.storage.publish.ObjectStoreTwin;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.SyncedFiles;
import sluice.storage.publish.WholeFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

class LogCommitTest {
    private static final LogCommit.Keep FEW = new LogCommit.Keep(2, 0, 0);

    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final ObjectStoreTwin twin = ObjectStoreTwin.create();

    private LogCommit begin(PublishedFiles files, int writer, LogCommit.Keep keep)
            throws IOException {
        return LogCommit.begin(files, new UUID(0, writer), "host-" + writer, keep, clock::get);
    }

    private static void commit(LogCommit log, String content) throws IOException {
        log.commit(LogSchedulesTest.manifest(log.last() + 1, content));
    }

    private static String newest(PublishedFiles files) throws IOException {
        return LogReader.newest(files).map(found -> found.manifest().loadIdentity()).orElse("none");
    }

    @Test
    void theNewestManifestIsRead() throws IOException {
        assertEquals("none", newest(twin));
        LogCommit log = begin(twin, 1, LogCommit.Keep.USUAL);
        for (int i = 1; i <= 40; i++) {
            commit(log, "m" + i);
            assertEquals("m" + i, newest(twin));
        }
        CommittedManifest last = LogReader.newest(twin).orElseThrow();
        assertEquals("host-1", last.host());
        assertEquals(new UUID(0, 1), last.epoch());
        assertEquals(1_000_000, last.millis());
    }

    @Test
    void aDirectoryHoldsALogToo(@TempDir Path directory) throws IOException {
        PublishedFiles files = SyncedFiles.over(DirectoryStorage.open(directory), "test");
        LogCommit log = begin(files, 1, FEW);
        for (int i = 1; i <= 5; i++) {
            commit(log, "m" + i);
        }

        assertEquals("m5", newest(files));
        assertEquals(
                List.of("manifest", "manifest-0000000004", "manifest-0000000005"), files.list(""));
    }

    @Test
    void manifestsStayForTenMinutesAndTheLastSixteenAlways() throws IOException {
        LogCommit log = begin(twin, 1, LogCommit.Keep.USUAL);
        for (int i = 1; i <= 30; i++) {
            commit(log, "m" + i);
        }
        assertEquals(30, LogReader.versions(twin).size());
        clock.addAndGet(600_000);
        commit(log, "m31");

        assertEquals(16, LogReader.versions(twin).size());
        assertEquals("m31", newest(twin));
    }

    @Test
    void theWriterBeforeLearnsWhoTookOver() throws IOException {
        LogCommit first = begin(twin, 1, LogCommit.Keep.USUAL);
        commit(first, "of the first");
        LogCommit second = begin(twin, 2, LogCommit.Keep.USUAL);
        assertEquals("of the first", second.found().map(Manifest::loadIdentity).orElse(""));
        commit(second, "of the second");

        SluiceException refused =
                assertThrows(SluiceException.class, () -> commit(first, "too late"));

        assertEquals(
                "twin://bucket: the load was taken over by host-2, which committed version 2 at"
                        + " 1970-01-01T00:16:40Z; this process stops, let that one go on",
                refused.getMessage());
        assertTrue(refused.getCause() instanceof FileAlreadyExistsException);
        assertEquals("of the second", newest(twin));
    }

    @Test
    void aStaleHintCostsAListingAndNoAnswer() throws IOException {
        LogCommit log = begin(twin, 1, FEW);
        commit(log, "m1");
        byte[] stale = WholeFiles.read(twin, "manifest", 100).orElseThrow();
        for (int i = 2; i <= 9; i++) {
            commit(log, "m" + i);
        }
        WholeFiles.replace(twin, "manifest", stale);
        assertEquals("m9", newest(twin));
        WholeFiles.replace(twin, "manifest", new byte[64]);
        assertEquals("m9", newest(twin));
        twin.delete("manifest");
        assertEquals("m9", newest(twin));
    }

    @Test
    void aReaderOfKnownNamesListsNothing() throws IOException {
        LogCommit log = begin(twin, 1, LogCommit.Keep.USUAL);
        commit(log, "m1");
        clock.addAndGet(1000);
        commit(log, "m2");
        int[] requests = {0};
        assertEquals("m2", newest(new HookedFiles(twin, () -> requests[0]++)));

        // The hint, versions 2 and 3, and whether 2 and 1 are still there.
        assertEquals(5, requests[0]);
    }

    @Test
    void aWriterThatStoodStillTakesNoNameThatIsFreeAgain() throws IOException {
        LogCommit first = begin(twin, 1, FEW);
        commit(first, "m1");
        LogCommit second = begin(twin, 2, FEW);
        for (int i = 2; i <= 9; i++) {
            commit(second, "m" + i);
        }

        SluiceException refused =
                assertThrows(SluiceException.class, () -> commit(first, "of the first"));

        assertTrue(refused.getMessage().contains("taken over by host-2"), refused.getMessage());
        assertEquals("m9", newest(twin));
        LogHint.write(twin, 2);
        assertEquals("m9", newest(twin));
        commit(begin(twin, 3, FEW), "m10");
        assertEquals(List.of(9L, 10L), LogReader.versions(twin));
    }

    @Test
    void anOlderProgramAsksForANewerOne() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        commit(begin(SyncedFiles.over(storage, "test"), 1, FEW), "m1");

        SluiceException refused =
                assertThrows(SluiceException.class, () -> ManifestFile.read(storage));

        assertTrue(refused.getMessage().contains("install a newer one"), refused.getMessage());
    }

    @Test
    void aFileOfVersionZeroIsNotOfTheLog() throws IOException {
        WholeFiles.replace(twin, "manifest-0000000000", new byte[] {1});
        assertEquals("none", newest(twin));
        LogCommit log = begin(twin, 1, FEW);
        for (int i = 1; i <= 4; i++) {
            commit(log, "m" + i);
        }
        assertEquals("m4", newest(twin));
    }

    @Test
    void damageIsFound() throws IOException {
        commit(begin(twin, 1, FEW), "m1");
        String name = CommittedManifest.name(1);
        byte[] good = WholeFiles.read(twin, name, 10_000).orElseThrow();
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            WholeFiles.replace(twin, name, bad);
            assertThrows(CorruptFileException.class, () -> LogReader.newest(twin));
        }
        WholeFiles.replace(twin, CommittedManifest.name(7), good);
        assertThrows(CorruptFileException.class, () -> LogReader.read(twin, 7));
    }

    @Test
    void everySingleRequestMayFail() throws IOException {
        for (ObjectStoreTwin.Fault fault : ObjectStoreTwin.Fault.values()) {
            for (int at = 1; ; at++) {
                ObjectStoreTwin store = ObjectStoreTwin.create();
                store.failAt(at, fault);
                int promised = commitUntilCut(store);
                boolean isHit = store.requestCount() >= at;
                store.forgetFaults();
                int found = LogReader.newest(store).map(last -> number(last)).orElse(0);
                boolean isCut = fault == ObjectStoreTwin.Fault.CUT && isHit;
                assertTrue(
                        found >= promised && (isCut || promised == 6),
                        fault + " at " + at + ": " + promised + " promised, found " + found);
                if (!isHit) {
                    break;
                }
            }
        }
    }

    private static int number(CommittedManifest committed) {
        return Integer.parseInt(committed.manifest().loadIdentity().substring(1));
    }

    /** Six commits; says which was the last one that was answered. */
    private int commitUntilCut(PublishedFiles files) {
        int promised = 0;
        try {
            LogCommit log = begin(files, 1, FEW);
            for (int i = 1; i <= 6; i++) {
                commit(log, "m" + i);
                promised = i;
            }
        } catch (IOException | PowerCut _) {
            return promised;
        }
        return promised;
    }

    @ParameterizedTest
    @EnumSource
    void afterEveryCrashTheLogGoesOn(Survival survival) throws IOException {
        for (int at = 1; ; at++) {
            MemoryStorage disk = MemoryStorage.create();
            FaultyStorage faulty = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
            int promised = commitUntilCut(SyncedFiles.over(faulty, "one"));
            for (int seed = 0; seed < 5; seed++) {
                MemoryStorage left = disk.crash(new SplittableRandom(seed), survival);
                PublishedFiles files = SyncedFiles.over(left, "two");
                int found = LogReader.newest(files).map(last -> number(last)).orElse(0);
                assertTrue(
                        found >= promised, "cut " + at + ": promised " + promised + ", " + found);
                LogCommit next = begin(files, 2, FEW);
                commit(next, "m77");
                assertEquals("m77", newest(files));
            }
            if (!faulty.isCut()) {
                break;
            }
        }
    }

    @Test
    void aVersionThatDoesNotFollowIsAMistakeOfTheCaller() throws IOException {
        LogCommit log = begin(twin, 1, FEW);
        assertThrows(
                IllegalArgumentException.class,
                () -> log.commit(LogSchedulesTest.manifest(2, "m")));
        assertEquals(Optional.empty(), log.found());
        assertThrows(IllegalArgumentException.class, () -> CommittedManifest.name(10_000_000_000L));
    }
}
