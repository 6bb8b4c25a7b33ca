package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import sluice.storage.DiskCall;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.MemoryStorage;

/** Opening a store costs for each run and each bucket, and nothing for each pair of them. */
class WideStoreTest {
    private static final WideStore SMALL = new WideStore(60, 3000);

    @Test
    void openingReadsNoTableOfARun() throws IOException {
        MemoryStorage memory = MemoryStorage.create();
        SMALL.write(memory);
        FaultyStorage reads =
                FaultyStorage.over(
                        memory, FaultPlan.from(1, Fault.SLOW).on(DiskCall.READ, DiskCall.LIST));

        try (StoreReader _ = StoreReader.open(reads)) {
            // The manifest, and of each run its header and its footer.
            assertEquals(1 + 2 * SMALL.runs(), reads.hitCount());
        }
    }

    @Test
    void openingTakesLittleMemory() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        SMALL.write(storage);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        StoreReader.open(storage).close();

        long before = threads.getCurrentThreadAllocatedBytes();
        StoreReader.open(storage).close();
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        // A byte for each block, of which each slice has one, and some hundred a run and a bucket.
        long pairs = (long) SMALL.runs() * SMALL.buckets();
        long expected = 2 * pairs + 2000L * (SMALL.runs() + SMALL.buckets());
        assertTrue(bytes < expected, bytes + " bytes, expected less than " + expected);
    }

    @Test
    void everySliceIsAnswered() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        WideStore store = new WideStore(9, 200);
        store.write(storage);
        try (StoreReader reader = StoreReader.open(storage)) {
            for (int bucket = 0; bucket < store.buckets(); bucket++) {
                assertEquals(9, reader.count(store.id1(bucket), WideStore.TYPE).value());
                assertEquals(0, reader.count(store.id1(bucket) + 1, WideStore.TYPE).value());
            }
        }
    }
}
