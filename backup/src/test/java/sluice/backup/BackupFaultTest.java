package sluice.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static sluice.backup.SmallStore.backUp;
import static sluice.backup.SmallStore.restore;
import static sluice.backup.SmallStore.restored;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.load.files.LoadLock;
import sluice.model.SluiceException;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.Survival;
import sluice.store.Manifest;

/**
 * The disk is full, fails, or does a part of what it was asked for, at every operation of a backup
 * and of a restore: the failure is reported, earlier backups stay whole, and the repeat succeeds
 * once the disk is well.
 */
class BackupFaultTest {
    private static final long SEED = Long.getLong("seed", 1);

    /** A disk that is full stays full; the other faults strike once. */
    private static final List<Fault> FAULTS =
            List.of(
                    Fault.ENOSPC,
                    Fault.EIO,
                    Fault.SYNC_FAILURE,
                    Fault.SHORT_WRITE,
                    Fault.SHORT_READ);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private SmallStore first = SmallStore.empty();
    private SmallStore second = SmallStore.empty();

    @BeforeEach
    void write() throws IOException {
        first = SmallStore.ofLoad(1);
        second = SmallStore.ofLoad(2);
    }

    private static FaultPlan plan(Fault fault, int at) {
        return fault == Fault.ENOSPC ? FaultPlan.from(at, fault) : FaultPlan.at(at, fault);
    }

    private static boolean isSeen(Fault fault) {
        return fault != Fault.SHORT_WRITE && fault != Fault.SHORT_READ;
    }

    @Test
    void everyFaultLeavesWholeBackups() throws IOException {
        MemoryStorage before = MemoryStorage.create();
        backUp(before, first, 2);
        long faults = 0;
        for (Fault fault : FAULTS) {
            boolean isHit = true;
            for (int at = 1; isHit; at++) {
                MemoryStorage disk = before.crash(random.split(), Survival.ALL);
                FaultyStorage faulty = FaultyStorage.over(disk, plan(fault, at));
                String where = "seed %d, %s at %d".formatted(SEED, fault, at);
                boolean hasFailed = hasFailed(() -> backUp(faulty, second, 1));
                isHit = faulty.hitCount() > 0;
                // A fault while old files are deleted may be passed over: the next backup deletes.
                assertTrue(!hasFailed || isHit && isSeen(fault), where);
                judge(disk, hasFailed, where);
                faults += isHit ? 1 : 0;
            }
        }
        assertTrue(faults > 100, "only " + faults + " faults");
    }

    private void judge(MemoryStorage found, boolean hasFailed, String where) throws IOException {
        try (BackupFolder folder = BackupFolder.openToRead(found)) {
            List<Integer> numbers = folder.numbers();
            assertTrue(hasFailed ? !numbers.isEmpty() : numbers.contains(2), where);
            for (int number : numbers) {
                SmallStore expected = number == 1 ? first : second;
                assertEquals(expected.content(), restored(found, number).content(), where);
            }
        }
        backUp(found, second, 1);
        try (BackupFolder folder = BackupFolder.openToRead(found)) {
            int last = folder.numbers().getLast();
            assertEquals(List.of(last), folder.numbers(), where);
            assertEquals(second.content(), restored(found, last).content(), where);
        }
        // The lock, the catalogue, and no file that no backup needs.
        assertEquals(second.content().size() + 2, found.list().size(), where);
    }

    @Test
    void everyFaultOfARestoreLeavesNoStoreOrAWholeOne() throws IOException {
        MemoryStorage backups = MemoryStorage.create();
        backUp(backups, second, 1);
        for (Fault fault : FAULTS) {
            for (boolean isHot : new boolean[] {true, false}) {
                boolean isHit = true;
                for (int at = 1; isHit; at++) {
                    SmallStore target = SmallStore.empty();
                    FaultyStorage faulty =
                            FaultyStorage.over(
                                    isHot ? target.hot() : target.store(), plan(fault, at));
                    String where = "%s of %s at %d".formatted(fault, isHot, at);
                    boolean hasFailed =
                            hasFailed(
                                    () ->
                                            restore(
                                                    backups,
                                                    isHot ? target.store() : faulty,
                                                    isHot ? faulty : target.hot()));
                    isHit = faulty.hitCount() > 0;
                    assertTrue(!hasFailed || isHit && isSeen(fault), where);
                    judgeRestore(backups, target, hasFailed, where);
                }
            }
        }
    }

    private void judgeRestore(
            MemoryStorage backups, SmallStore target, boolean hasFailed, String where)
            throws IOException {
        boolean hasStore = target.store().list().contains(Manifest.FILE_NAME);
        if (hasFailed && !hasStore && !target.store().list().isEmpty()) {
            assertThrows(
                    SluiceException.class, () -> LoadLock.refuseOtherFiles(target.store()), where);
        }
        if (!target.content().equals(second.content())) {
            assertTrue(hasFailed, where);
            restore(backups, target.store(), target.hot());
        }
        assertEquals(second.content(), target.content(), where);
    }

    private interface Step {
        void run() throws IOException;
    }

    private static boolean hasFailed(Step step) {
        try {
            step.run();
            return false;
        } catch (IOException | SluiceException _) {
            return true;
        }
    }
}
