package sluice.spark.load;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import sluice.ingest.file.SharedStorages;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.storage.shared.SharedSettings;
import sluice.store.shared.CacheSettings;
import sluice.store.shared.SharedStorage;

/**
 * The files of a store as one process of Spark has them open: those of a directory that all
 * machines see, or those of an address, which no machine must have a directory for. Pieces that are
 * fetched from an address are kept in a folder in Spark's own scratch folder until this is closed.
 *
 * <p>Safe for any number of threads. The caller must close it, after all that reads from it.
 */
public final class SparkStore implements Closeable {
    /** Spark gives these to Hadoop, without the beginning. */
    private static final String OF_HADOOP = "spark.hadoop.";

    private static final long CACHE_BYTES_MAX = 10L << 30;
    private static final long CACHE_BYTES_MIN = 1L << 20;
    private static final long BLOCK_BYTES_MIN = 16L << 20;
    private static final long BLOCK_BYTES_MAX = 256L << 20;

    /** One process may have several stores open, and tasks need most of the heap. */
    private static final int BLOCK_PART = 16;

    private final Storage storage;
    private final @Nullable Path scratch;

    private SparkStore(Storage storage, @Nullable Path scratch) {
        this.storage = storage;
        this.scratch = scratch;
    }

    /** Whether {@code store} is an address rather than a directory. */
    public static boolean isAddress(String store) {
        return SharedStorages.isAddress(store);
    }

    /**
     * The text by which all processes open the store that a user calls {@code name}: an address
     * without slashes at its end, or the absolute path of a directory.
     */
    public static String place(String name) {
        if (name.regionMatches(true, 0, "file:", 0, "file:".length())) {
            return place(name.substring("file:".length()).replaceFirst("^/*", "/"));
        }
        SharedStorages.mistake(name)
                .ifPresent(
                        message -> {
                            throw new SluiceException(ErrorCode.CONFIG, message);
                        });
        return isAddress(name)
                ? name.replaceFirst("(?<=[^/:])/+$", "")
                : Path.of(name).toAbsolutePath().normalize().toString();
    }

    /** Opens the store at {@code place}; its directory must exist. */
    public static SparkStore open(String place) throws IOException {
        return isAddress(place)
                ? openAddress(place)
                : new SparkStore(DirectoryStorage.open(Path.of(place)), null);
    }

    /** As {@link #open}; the directory is created if it does not exist. */
    static SparkStore create(String place) throws IOException {
        return isAddress(place)
                ? openAddress(place)
                : new SparkStore(DirectoryStorage.create(Path.of(place)), null);
    }

    private static SparkStore openAddress(String address) throws IOException {
        Path scratch = Files.createTempDirectory(roomiestFolder(), "sluice-");
        try {
            SharedSettings settings = settings();
            long free = Files.getFileStore(scratch).getUsableSpace();
            long blocks = Runtime.getRuntime().maxMemory() / BLOCK_PART;
            CacheSettings cache =
                    new CacheSettings(
                            Math.clamp(free / 2, CACHE_BYTES_MIN, CACHE_BYTES_MAX),
                            Math.clamp(blocks, BLOCK_BYTES_MIN, BLOCK_BYTES_MAX));
            return new SparkStore(
                    SharedStorage.open(
                            SharedStorages.open(address, settings),
                            SharedStorages.folder(address, settings),
                            () -> DirectoryStorage.create(scratch),
                            cache,
                            System::nanoTime),
                    scratch);
        } catch (Throwable failure) {
            deleteTree(scratch);
            throw failure;
        }
    }

    /** Spark deletes its folders when the process ends. */
    private static Path roomiestFolder() {
        List<File> folders = List.of(SparkEnv.get().blockManager().diskBlockManager().localDirs());
        return folders.stream()
                .max(Comparator.comparingLong(File::getUsableSpace))
                .orElseThrow()
                .toPath();
    }

    /**
     * How the processes of this Spark reach shared storage: what Spark says of Hadoop counts most.
     */
    static SharedSettings settings() {
        SparkConf conf = SparkEnv.get().conf();
        Map<String, String> properties = new HashMap<>();
        for (Tuple2<String, String> setting : conf.getAllWithPrefix(OF_HADOOP)) {
            properties.put(setting._1(), setting._2());
        }
        return new SharedSettings(System.getenv(), properties);
    }

    /** The files. */
    public Storage storage() {
        return storage;
    }

    /** How many bytes are free for files that tasks need for a while; no end in a directory. */
    long scratchFreeBytes() throws IOException {
        return scratch == null ? Long.MAX_VALUE : Files.getFileStore(scratch).getUsableSpace();
    }

    @Override
    public void close() throws IOException {
        if (storage instanceof SharedStorage shared) {
            shared.close();
        }
        if (scratch != null) {
            deleteTree(scratch);
        }
    }

    /** Deletes {@code folder} with all in it, if it is there. */
    public static void deleteTree(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
