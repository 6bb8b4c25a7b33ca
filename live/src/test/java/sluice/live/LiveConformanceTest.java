package sluice.live;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.model.GraphStore;
import sluice.model.GraphStoreConformance;

/** Sluice in this process does what every graph store does. */
class LiveConformanceTest extends GraphStoreConformance {
    @TempDir Path path;
    private Live directory;

    @Override
    protected GraphStore open(long firstNodeId) throws IOException {
        directory =
                Live.open(
                        path,
                        LiveSettings.usual()
                                .withHot(new HotOptions(16 << 20, Durability.SYNC))
                                .withFirstNodeId(firstNodeId));
        directory.store().completeIfEmpty();
        return directory.store().graph();
    }

    @Override
    protected void closeStores() throws IOException {
        if (directory != null) {
            directory.close();
        }
    }
}
