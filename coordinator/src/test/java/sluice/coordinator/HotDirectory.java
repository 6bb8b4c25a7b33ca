package sluice.coordinator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.ColdStore;
import sluice.model.HotStore;

/** Hot stores for tests. */
final class HotDirectory {
    /** So that a test does not wait for the disk. */
    static final HotOptions QUICK = new HotOptions(16L << 20, new Durability.Async(1000));

    private HotDirectory() {}

    static RocksHotStore open(Path directory) throws IOException {
        return RocksHotStore.open(directory, QUICK);
    }

    static MergedGraph graph(HotStore hot, ColdStore cold, long firstNodeId) {
        return graph(hot, cold, firstNodeId, HeldIndex.NONE);
    }

    static MergedGraph graph(HotStore hot, ColdStore cold, long firstNodeId, HeldIndex held) {
        return new MergedGraph(
                hot, cold, OptionalLong.of(firstNodeId), new WaitForAny(), System::nanoTime, held);
    }
}
