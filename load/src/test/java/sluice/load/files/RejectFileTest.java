package sluice.load.files;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;
import sluice.storage.PowerCut;
import sluice.storage.Storage;
import sluice.storage.Survival;

class RejectFileTest {
    private static final String NAME = "reject-1";
    private static final int ROWS = 3;
    private static final int SEEDS = 20;

    /** The power goes at each operation, and of what was not synced anything may survive. */
    @Test
    void aFileThatHasItsNameIsWhole() throws IOException {
        int named = 0;
        boolean struck = true;
        for (int operation = 1; struck; operation++) {
            MemoryStorage disk = MemoryStorage.create();
            FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(operation, Fault.CUT));
            try {
                write(storage);
            } catch (PowerCut expected) {
                assertTrue(storage.isCut());
            }
            struck = storage.hitCount() > 0;
            for (Survival survival : Survival.values()) {
                for (int seed = 0; seed < SEEDS; seed++) {
                    MemoryStorage after = disk.crash(new SplittableRandom(seed), survival);
                    if (after.list().contains(NAME)) {
                        assertTrue(RejectFile.isWhole(after, NAME));
                        named++;
                    }
                }
            }
        }
        assertTrue(named > 0, "no file ever had its name");
    }

    private static void write(Storage storage) throws IOException {
        try (RejectFile.Writer writer = new RejectFile.Writer(storage, NAME)) {
            for (int row = 0; row < ROWS; row++) {
                byte[] bytes = ("row " + row).getBytes(StandardCharsets.UTF_8);
                writer.add(new RejectedRow(row + 1, 10L * row, 1, "not a number", bytes));
            }
            assertTrue(writer.publish());
        }
    }
}
