package sluice.coordinator;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.GraphStore;
import sluice.model.GraphStoreConformance;
import sluice.model.MemoryGraph;

/** A graph over a cold store of which it knows no more than the interface. */
class MergedGraphOverFakeColdTest extends GraphStoreConformance {
    @TempDir Path directory;
    private RocksHotStore hot;

    @Override
    protected GraphStore open(long firstNodeId) throws IOException {
        hot = HotDirectory.open(directory);
        return HotDirectory.graph(hot, new FakeCold(new MemoryGraph(1), true), firstNodeId);
    }

    @Override
    protected void closeStores() {
        if (hot != null) {
            hot.close();
        }
    }
}
