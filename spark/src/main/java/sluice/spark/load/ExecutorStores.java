package sluice.spark.load;

import java.io.Closeable;
import java.io.IOException;
import sluice.storage.Storage;

/**
 * The stores that tasks of this process read without having pinned them. One at an address stays
 * open between tasks, with what was fetched of it.
 */
public final class ExecutorStores {
    private static final KeptOpen<String, SparkStore> OPEN = new KeptOpen<>();

    private ExecutorStores() {}

    /**
     * The files of a store for one task, which must close it.
     *
     * @param end what closing does
     */
    public record Lease(Storage storage, Closeable end) implements Closeable {
        @Override
        public void close() throws IOException {
            end.close();
        }
    }

    /** A lease of the store at {@code place}. */
    public static Lease lease(String place) throws IOException {
        if (SparkStore.isAddress(place)) {
            SparkStore store = OPEN.take(place, () -> SparkStore.open(place));
            return new Lease(store.storage(), () -> OPEN.giveBack(place));
        }
        SparkStore store = SparkStore.open(place);
        return new Lease(store.storage(), store);
    }
}
