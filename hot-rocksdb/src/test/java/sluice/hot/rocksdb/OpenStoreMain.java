package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.file.Path;

/** Opens a hot store, says so, and has it until the process is killed. */
final class OpenStoreMain {
    static final String READY = "open";

    private OpenStoreMain() {}

    public static void main(String[] arguments) throws IOException {
        HotOptions options = new HotOptions(HotOptions.MEMORY_BYTES_MIN, Durability.SYNC);
        try (RocksHotStore store = RocksHotStore.open(Path.of(arguments[0]), options)) {
            store.awaitDurable();
            System.out.println(READY);
            System.in.read();
        }
    }
}
