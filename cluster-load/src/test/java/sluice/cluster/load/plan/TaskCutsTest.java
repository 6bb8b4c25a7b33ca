package sluice.cluster.load.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Into how many tasks an input is cut, and these into chunks, of which each leaves a run. */
class TaskCutsTest {
    private static final long MIB = 1 << 20;
    private static final long GB = 1_000_000_000;

    @Test
    void tasksAreTheSquareRootOfTheRuns() {
        assertEquals(1, TaskCuts.tasks(500_000, 2), "less than 1 MiB");
        assertEquals(10, TaskCuts.tasks(10 * MIB, 2), "one for each MiB");
        assertEquals(69, TaskCuts.tasks(7 * GB, 2));
        assertEquals(217, TaskCuts.tasks(70 * GB, 2));
        assertEquals(684, TaskCuts.tasks(700 * GB, 2));
        assertEquals(6836, TaskCuts.tasks(70_000 * GB, 1600));
        assertEquals(4800, TaskCuts.tasks(700 * GB, 1600), "three for each slot");
    }

    @Test
    void chunkIsATaskOrAnEqualPartOfIt() {
        assertEquals(MIB, TaskCuts.chunkBytes(64 * MIB, 70 * MIB, 1000));
        assertEquals(20 * MIB, TaskCuts.chunkBytes(64 * MIB, 70 * MIB, 20 * MIB));
        assertEquals(50 * MIB, TaskCuts.chunkBytes(64 * MIB, 60 * MIB, 100 * MIB), "halves");
        assertEquals(100 * MIB, TaskCuts.chunkBytes(64 * MIB, 700 * MIB, 100 * MIB), "whole");
        assertEquals(512 * MIB, TaskCuts.chunkBytes(64 * MIB, 700 * MIB, 1024 * MIB));
    }

    /** 700 GB with much memory leave far fewer runs than chunks of 64 MiB, 10,431. */
    @Test
    void muchMemoryLeavesFewRuns() {
        long input = 700 * GB;
        int tasks = TaskCuts.tasks(input, 8);
        long chunk = TaskCuts.chunkBytes(64 * MIB, 700 * MIB, Math.ceilDiv(input, tasks));
        assertTrue(input / chunk < 1400, input / chunk + " runs");
    }
}
