package sluice.coordinator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.GraphStore;
import sluice.model.GraphStoreConformance;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/** A graph over a store of which some buckets are built. */
class MergedGraphOverStoreTest extends GraphStoreConformance {
    private static final int ROWS = 200;

    @TempDir Path directory;
    private RocksHotStore hot;
    private StoreCold cold;

    /** Rows of ids around those that the tests use. */
    @Override
    protected GraphStore open(long firstNodeId) throws IOException {
        List<Node> nodes = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (long i = 0; i < ROWS; i++) {
            long id = i < ROWS / 2 ? ID1 - 1 - i : ID1 + 100 + i;
            byte[] data = ("row " + i).getBytes(StandardCharsets.UTF_8);
            nodes.add(new Node(id, 2048, 1, 1, data));
            links.add(new Link(id, 321, i, Visibility.VISIBLE, 0, i, data));
        }
        LoadedStore store = new LoadedStore(directory, nodes, links, 1000);
        store.load(LoadedStore.Until.HALF_BUILT);
        cold = store.cold();
        hot = HotDirectory.open(directory.resolve("hot"));
        return HotDirectory.graph(hot, cold, firstNodeId);
    }

    @Override
    protected void closeStores() throws IOException {
        if (hot != null) {
            hot.close();
            cold.close();
        }
    }
}
