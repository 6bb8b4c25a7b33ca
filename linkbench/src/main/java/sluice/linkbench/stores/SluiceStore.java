package sluice.linkbench.stores;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.linkbench.workload.Configuration;
import sluice.live.Live;
import sluice.model.GraphStore;

/** LinkBench on a Sluice store in this process. */
final class SluiceStore implements BenchStore {
    private final StoreFolder folder;

    /** Null before the load, which makes it. */
    private @Nullable Live directory;

    private SluiceStore(StoreFolder folder) {
        this.folder = folder;
    }

    /** {@code where} is the directory of the store, or empty for a temporary one. */
    static BenchStore open(String where, Configuration settings, long firstId) throws IOException {
        return new SluiceStore(StoreFolder.open(where, settings, firstId));
    }

    @Override
    public String name() {
        return "sluice";
    }

    @Override
    public void load(LoadJob job) throws IOException {
        directory = folder.load(job);
    }

    /** The same for all threads. Closing it waits until its writes are durable, no more. */
    @Override
    public GraphStore connect() {
        if (directory == null) {
            throw new IllegalStateException("nothing is loaded yet");
        }
        return directory.store().graph();
    }

    @Override
    public void close() throws IOException {
        try {
            if (directory != null) {
                directory.close();
            }
        } finally {
            folder.close();
        }
    }
}
