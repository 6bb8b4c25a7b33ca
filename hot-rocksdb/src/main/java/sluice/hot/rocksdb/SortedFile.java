package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** A sorted file beside the database, made with its first row. Belongs to one thread. */
final class SortedFile implements AutoCloseable {
    /** What comes before the number of the write in the name of each such file. */
    private static final String NAME = "ingest-";

    private final Path path;
    private final Options options;
    private @Nullable EnvOptions environment;
    private @Nullable SstFileWriter writer;

    SortedFile(Path directory, String kind, long sequence, Options options) {
        this.path = directory.resolve(NAME + sequence + "-" + kind + ".tmp");
        this.options = options;
    }

    Path path() {
        return path;
    }

    void put(byte[] key, byte[] value) throws IOException {
        try {
            if (writer == null) {
                environment = new EnvOptions();
                writer = new SstFileWriter(environment, options);
                writer.open(path.toString());
            }
            writer.put(key, value);
        } catch (RocksDBException e) {
            throw RocksFailure.of(path, e);
        }
    }

    /** Ends the file, synced; false where there were no rows. */
    boolean finish() throws IOException {
        if (writer == null) {
            return false;
        }
        try {
            writer.finish();
            return true;
        } catch (RocksDBException e) {
            throw RocksFailure.of(path, e);
        }
    }

    /** Removes the file, unless the database has taken it. */
    @Override
    public void close() throws IOException {
        if (writer == null || environment == null) {
            return;
        }
        writer.close();
        environment.close();
        writer = null;
        Files.deleteIfExists(path);
    }

    /** Removes what a process that was killed had not committed. */
    static void deleteLeftovers(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, NAME + "*")) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
