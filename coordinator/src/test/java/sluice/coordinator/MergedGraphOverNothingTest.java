package sluice.coordinator;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.GraphStore;
import sluice.model.GraphStoreConformance;

/** A graph of online writes alone. */
class MergedGraphOverNothingTest extends GraphStoreConformance {
    @TempDir Path directory;
    private RocksHotStore hot;

    @Override
    protected GraphStore open(long firstNodeId) throws IOException {
        hot = HotDirectory.open(directory);
        return HotDirectory.graph(hot, new EmptyCold(), firstNodeId);
    }

    @Override
    protected void closeStores() {
        if (hot != null) {
            hot.close();
        }
    }
}
