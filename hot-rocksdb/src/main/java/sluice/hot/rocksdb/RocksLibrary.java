package sluice.hot.rocksdb;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native library, which its jar carries. It has to be unpacked to be loaded, and RocksDB
 * itself deletes that file of 18 MB only where the process ends by itself: one that is killed would
 * leave it behind. Here it goes as soon as it is loaded, as what is mapped needs no name.
 *
 * <p>Safe for any number of threads. To be called before any other class of RocksDB is used.
 */
public final class RocksLibrary {
    private static boolean isLoaded;

    private RocksLibrary() {}

    /** Loads the library, once for a process. */
    public static synchronized void load() {
        if (isLoaded) {
            return;
        }
        // Who names a folder has the library there, and wants that one.
        if (System.getenv("ROCKSDB_SHAREDLIB_DIR") == null) {
            try {
                loadUnpacked();
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "RocksDB's library cannot be unpacked into "
                                + System.getProperty("java.io.tmpdir")
                                + "; name another folder with -Djava.io.tmpdir=",
                        e);
            }
        }
        RocksDB.loadLibrary();
        isLoaded = true;
    }

    private static void loadUnpacked() throws IOException {
        Path folder = Files.createTempDirectory("sluice-rocksdb-");
        try {
            NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        File[] files = folder.toFile().listFiles();
        boolean isEmpty = true;
        for (File file : files == null ? new File[0] : files) {
            isEmpty &= file.delete();
        }
        if (!isEmpty || !folder.toFile().delete()) {
            // Some systems keep a file that is in use; what was told first goes last.
            folder.toFile().deleteOnExit();
            for (File file : files == null ? new File[0] : files) {
                file.deleteOnExit();
            }
        }
    }
}
