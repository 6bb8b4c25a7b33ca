package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Survival;

class PendingFileTest {
    private static final String NAME = "segment-1";
    private static final List<Row> ROWS = List.of(Row.of(1, 2, 3, 4), Row.of(5, 6, 7, 8));
    private static final int SEEDS = 20;

    /** The power goes at each operation, and of what was not synced anything may survive. */
    @Test
    void aFileThatHasItsNameIsWhole() throws IOException {
        MemoryStorage good = MemoryStorage.create();
        TestFiles.writeSegment(good, NAME, ROWS, List.of());
        byte[] whole = BlockFileWriterTest.bytes(good, NAME);
        long named = 0;
        boolean struck = true;
        for (int operation = 1; struck; operation++) {
            MemoryStorage disk = MemoryStorage.create();
            FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(operation, Fault.CUT));
            try {
                TestFiles.writeSegment(storage, NAME, ROWS, List.of());
            } catch (PowerCut expected) {
                assertTrue(storage.isCut());
            }
            struck = storage.hitCount() > 0;
            for (Survival survival : Survival.values()) {
                for (int seed = 0; seed < SEEDS; seed++) {
                    MemoryStorage after = disk.crash(new SplittableRandom(seed), survival);
                    if (after.list().contains(NAME)) {
                        assertArrayEquals(whole, BlockFileWriterTest.bytes(after, NAME));
                        named++;
                    }
                }
            }
        }
        assertTrue(named > 0, "no file ever had its name");
    }
}
