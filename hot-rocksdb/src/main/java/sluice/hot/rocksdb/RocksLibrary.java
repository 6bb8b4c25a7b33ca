package sluice.hot.rocksdb;

import java.io.File;
import java.io.IOException;
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
    public static synchronized void load() throws IOException {
        if (isLoaded) {
            return;
        }
        String named = System.getenv("ROCKSDB_SHAREDLIB_DIR");
        Path parent = Path.of(named == null ? System.getProperty("java.io.tmpdir") : named);
        try {
            loadBelow(parent);
        } catch (IOException e) {
            throw new IOException(
                    "RocksDB's library cannot be unpacked into "
                            + parent
                            + " ("
                            + e
                            + "); name a folder that can be written to in ROCKSDB_SHAREDLIB_DIR",
                    e);
        } catch (UnsatisfiedLinkError e) {
            throw new IOException(
                    "RocksDB's library cannot be loaded from "
                            + parent
                            + " ("
                            + e.getMessage()
                            + "); name a folder from which programs can be run (no noexec) in"
                            + " ROCKSDB_SHAREDLIB_DIR",
                    e);
        }
        RocksDB.loadLibrary();
        isLoaded = true;
    }

    private static void loadBelow(Path parent) throws IOException {
        Path folder = Files.createTempDirectory(parent, "sluice-rocksdb-");
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
