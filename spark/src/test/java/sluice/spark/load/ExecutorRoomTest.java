package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** K8: an executor without the memory or the disk for its tasks is refused, with the figures. */
class ExecutorRoomTest {
    private static final long MIB = 1 << 20;

    @Test
    void enoughIsTaken() {
        new ExecutorRoom("executor-1", 4, 512 * MIB, 420 * MIB).require(80 * MIB, 100 * MIB);
        new ExecutorRoom("executor-1", 4, 512 * MIB, Long.MAX_VALUE).require(80 * MIB, 100 * MIB);
    }

    @Test
    void tooLittleMemoryIsRefused() {
        assertRefused(
                "executor-1 has 511 MiB of heap, and needs 512 MiB for 4 tasks at once; give it more by spark.executor.memory, or less to do by a smaller task memory or spark.executor.cores",
                new ExecutorRoom("executor-1", 4, 511 * MIB, Long.MAX_VALUE));
    }

    @Test
    void tooLittleScratchIsRefused() {
        assertRefused(
                "executor-1 has 419 MiB free in Spark's scratch folder, and needs 420 MiB there for names and sorted rows; set spark.local.dir to a disk with more room",
                new ExecutorRoom("executor-1", 4, 1024 * MIB, 419 * MIB));
    }

    private static void assertRefused(String message, ExecutorRoom room) {
        SluiceException refused =
                assertThrows(SluiceException.class, () -> room.require(80 * MIB, 100 * MIB));
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertEquals(message, refused.getMessage());
    }
}
