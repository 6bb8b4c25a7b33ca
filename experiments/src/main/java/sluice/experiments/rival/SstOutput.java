package sluice.experiments.rival;

import static sluice.experiments.rival.NativeMemory.ALL;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/**
 * One SST file in the making. The file is opened by the first row, so that a range without rows has
 * none.
 */
final class SstOutput implements AutoCloseable {
    private final Arena arena = Arena.ofConfined();
    private final Path path;
    private final long environment;
    private final long writer;
    private final long errorOut;
    private boolean opened;

    SstOutput(Path path, long options) {
        this.path = path;
        environment = RocksC.callLong("rocksdb_envoptions_create");
        writer = RocksC.callLong("rocksdb_sstfilewriter_create", environment, options);
        errorOut = arena.allocate(8).address();
    }

    /** Appends a row; keys must ascend. Hot: one native call. */
    void put(long key, long keyBytes, long value, long valueBytes) throws IOException {
        if (!opened) {
            RocksC.call(
                    "rocksdb_sstfilewriter_open",
                    writer,
                    RocksC.text(arena, path.toString()),
                    errorOut);
            RocksC.check(errorOut, path.toString());
            opened = true;
        }
        try {
            RocksC.SST_PUT.invokeExact(writer, key, keyBytes, value, valueBytes, errorOut);
        } catch (Throwable failure) {
            throw NativeMemory.rethrow(failure);
        }
        if (ALL.get(NativeMemory.NATIVE_LONG, errorOut) != 0) {
            RocksC.check(errorOut, path.toString());
        }
    }

    /** Completes and syncs the file; false if it has no rows and so does not exist. */
    boolean finish() throws IOException {
        if (opened) {
            RocksC.call("rocksdb_sstfilewriter_finish", writer, errorOut);
            RocksC.check(errorOut, path.toString());
        }
        return opened;
    }

    @Override
    public void close() {
        RocksC.call("rocksdb_sstfilewriter_destroy", writer);
        RocksC.call("rocksdb_envoptions_destroy", environment);
        arena.close();
    }
}
