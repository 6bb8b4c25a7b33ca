package sluice.linkbench.stores;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.GraphStore;
import sluice.model.GraphStoreConformance;

/** Sluice in this process does what every graph store does. */
class LiveDirectoryTest extends GraphStoreConformance {
    @TempDir Path path;
    private LiveDirectory directory;

    @Override
    protected GraphStore open(long firstNodeId) throws IOException {
        directory = LiveDirectory.open(path, LiveOptions.of("sync", 16 << 20, firstNodeId));
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
