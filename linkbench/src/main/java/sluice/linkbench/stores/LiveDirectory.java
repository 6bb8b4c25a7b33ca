package sluice.linkbench.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import sluice.coordinator.LiveStore;
import sluice.coordinator.decision.DecisionOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.load.job.LoadOptions;
import sluice.storage.DirectoryStorage;

/**
 * A Sluice store in one directory: its segments, and in the sub-directory {@code hot} what was
 * written online. One process has it open at a time.
 */
public final class LiveDirectory implements AutoCloseable {
    private static final String HOT = "hot";

    private final RocksHotStore hot;
    private final LiveStore store;

    private LiveDirectory(RocksHotStore hot, LiveStore store) {
        this.hot = hot;
        this.store = store;
    }

    /** Opens the store in {@code directory}, which is made where there is none. */
    public static LiveDirectory open(Path directory, LiveOptions options) throws IOException {
        DirectoryStorage storage = DirectoryStorage.create(directory);
        RocksHotStore hot = RocksHotStore.open(directory.resolve(HOT), options.hot());
        try {
            LiveStore store =
                    LiveStore.open(
                            storage,
                            hot,
                            LoadOptions.defaults(),
                            DecisionOptions.DEFAULT,
                            OptionalLong.of(options.firstNodeId()),
                            System::nanoTime);
            return new LiveDirectory(hot, store);
        } catch (Throwable failure) {
            hot.close();
            throw failure;
        }
    }

    /** What is loaded, read and written. */
    public LiveStore store() {
        return store;
    }

    @Override
    public void close() throws IOException {
        try {
            store.close();
        } finally {
            hot.close();
        }
    }
}
