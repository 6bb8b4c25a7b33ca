package sluice.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static sluice.backup.SmallStore.backUp;
import static sluice.backup.SmallStore.restore;
import static sluice.backup.SmallStore.restored;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.load.files.LoadLock;
import sluice.model.SluiceException;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.Survival;
import sluice.store.Manifest;

/**
 * The power goes at every operation of a backup, of the deletion of older ones, and of a restore:
 * whole backups stay whole, a store that is half restored is none, and the repeat succeeds.
 */
class BackupCrashTest {
    private static final long SEED = Long.getLong("seed", 1);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private SmallStore first = SmallStore.empty();
    private SmallStore second = SmallStore.empty();

    @BeforeEach
    void write() throws IOException {
        first = SmallStore.ofLoad(1);
        second = SmallStore.ofLoad(2);
    }

    @Test
    void everyCrashLeavesWholeBackups() throws IOException {
        MemoryStorage before = MemoryStorage.create();
        backUp(before, first, 2);
        long crashes = 0;
        boolean isCut = true;
        for (int at = 1; isCut; at++) {
            MemoryStorage disk = before.crash(random.split(), Survival.ALL);
            FaultyStorage faulty = FaultyStorage.over(disk, FaultPlan.at(at, Fault.CUT));
            isCut = isCut(() -> backUp(faulty, second, 1));
            // All of it survives where the process ends and the system goes on.
            for (Survival survival : Survival.values()) {
                String where = "seed %d, cut at %d, %s".formatted(SEED, at, survival);
                judge(disk.crash(random.split(), survival), where);
                crashes++;
            }
        }
        assertTrue(crashes > 200, "only " + crashes + " crashes");
    }

    /** Each backup is restored as it was, and the next one succeeds. */
    private void judge(MemoryStorage found, String where) throws IOException {
        try (BackupFolder folder = BackupFolder.openToRead(found)) {
            List<Integer> numbers = folder.numbers();
            assertFalse(numbers.isEmpty(), where);
            for (int number : numbers) {
                SmallStore expected = number == 1 ? first : second;
                assertEquals(expected.content(), restored(found, number).content(), where);
            }
        }
        backUp(found, second, 1);
        try (BackupFolder folder = BackupFolder.openToRead(found)) {
            assertEquals(1, folder.numbers().size(), where);
            int last = folder.numbers().getLast();
            assertEquals(second.content(), restored(found, last).content(), where);
            // The lock, the catalogue, and no file that no backup needs.
            List<String> names = found.list();
            assertEquals(second.content().size() + 2, names.size(), () -> where + ": " + names);
        }
    }

    @Test
    void everyCrashOfARestoreLeavesNoStoreOrAWholeOne() throws IOException {
        MemoryStorage backups = MemoryStorage.create();
        backUp(backups, second, 1);
        long crashes = 0;
        for (boolean cutsHot : new boolean[] {true, false}) {
            boolean isCut = true;
            for (int at = 1; isCut; at++) {
                SmallStore target = SmallStore.empty();
                FaultPlan plan = FaultPlan.at(at, Fault.CUT);
                Storage store = cutsHot ? target.store() : FaultyStorage.over(target.store(), plan);
                Storage hot = cutsHot ? FaultyStorage.over(target.hot(), plan) : target.hot();
                isCut = isCut(() -> restore(backups, store, hot));
                for (Survival survival : Survival.values()) {
                    SmallStore found =
                            new SmallStore(
                                    target.store().crash(random.split(), survival),
                                    target.hot().crash(random.split(), survival));
                    judgeRestore(backups, found, "cut at %d, %s".formatted(at, survival));
                    crashes++;
                }
            }
        }
        assertTrue(crashes > 200, "only " + crashes + " crashes");
    }

    private void judgeRestore(MemoryStorage backups, SmallStore found, String where)
            throws IOException {
        if (found.store().list().contains(Manifest.FILE_NAME)) {
            Map<String, String> content = found.content();
            content.remove(RestoreMark.FILE_NAME);
            assertEquals(second.content(), content, where);
        } else if (!found.store().list().isEmpty()) {
            assertThrows(
                    SluiceException.class, () -> LoadLock.refuseOtherFiles(found.store()), where);
        }
        if (!found.content().equals(second.content())) {
            restore(backups, found.store(), found.hot());
        }
        assertEquals(second.content(), found.content(), where);
    }

    private interface Step {
        void run() throws IOException;
    }

    private static boolean isCut(Step step) throws IOException {
        try {
            step.run();
            return false;
        } catch (PowerCut _) {
            return true;
        }
    }
}
