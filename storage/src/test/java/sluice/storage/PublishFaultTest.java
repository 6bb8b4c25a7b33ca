package sluice.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fails every operation of a publish, once and for ever: the old or the new file, whole, no leak.
 */
class PublishFaultTest {
    @ParameterizedTest
    @CsvSource({"EIO, 6", "ENOSPC, 4", "SHORT_WRITE, 1", "SYNC_FAILURE, 2", "SLOW, 6"})
    void everyFaultLeavesAWholeFileAndNothingOpen(Fault fault, int placeCount) throws IOException {
        int struckCount = 0;
        for (int n = 1; ; n++) {
            boolean once = publishWith(FaultPlan.at(n, fault), n);
            boolean forEver = publishWith(FaultPlan.from(n, fault), n);
            if (!once && !forEver) {
                break;
            }
            struckCount++;
        }
        assertEquals(placeCount, struckCount);
    }

    /** Publishes version 2 over 1 with {@code plan}; false when the plan was not reached. */
    private static boolean publishWith(FaultPlan plan, int seed) throws IOException {
        MemoryStorage disk = MemoryStorage.create();
        Manifests.publish(disk, 1);
        FaultyStorage storage = FaultyStorage.over(disk, plan);
        boolean harmless = plan.fault() == Fault.SHORT_WRITE || plan.fault() == Fault.SLOW;
        boolean published = false;
        try {
            Manifests.publish(storage, 2);
            published = true;
        } catch (IOException e) {
            StorageContract.assertMessage(e, "memory");
            assertEquals(plan.fault() == Fault.ENOSPC, StorageErrors.isDiskFull(e));
        }
        assertEquals(
                harmless || storage.hitCount() == 0,
                published,
                () -> plan + " " + storage.script());
        assertEquals(OpenHandles.NONE, disk.openHandles());
        assertWhole(disk, published, storage);
        for (Survival survival : Survival.values()) {
            assertWhole(disk.crash(new SplittableRandom(seed), survival), published, storage);
        }

        Manifests.publish(disk, 3);
        assertEquals(3, Manifests.versionIn(disk));
        assertEquals(List.of(Manifests.NAME), disk.list());
        return storage.hitCount() > 0;
    }

    private static void assertWhole(Storage disk, boolean published, FaultyStorage run)
            throws IOException {
        int version = Manifests.versionIn(disk);
        assertTrue(
                version == 2 || (version == 1 && !published), () -> version + " " + run.script());
    }
}
