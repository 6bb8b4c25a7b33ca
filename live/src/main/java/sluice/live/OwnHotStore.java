package sluice.live;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.OptionalLong;
import sluice.hot.rocksdb.HotCheck;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.load.files.CheckpointRequest;
import sluice.load.files.HotMark;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/** The hot store in the directory of a store, which the directory knows by a mark. */
public final class OwnHotStore {
    /** The directory of the hot store, below that of the store. */
    public static final String HOT = "hot";

    private OwnHotStore() {}

    /**
     * Opens the hot store of the store at {@code path}. It is made if the directory never had one;
     * one of before there were marks gets its mark. The caller closes it.
     */
    public static RocksHotStore open(Path path, Storage storage, HotOptions options)
            throws IOException {
        Path directory = path.resolve(HOT);
        OptionalLong identity = HotMark.read(storage);
        if (identity.isPresent()) {
            return RocksHotStore.openExisting(directory, identity.getAsLong(), options);
        }
        RocksHotStore hot = RocksHotStore.open(directory, options);
        try {
            HotMark.publish(storage, hot.identity(new SecureRandom()::nextLong));
            return hot;
        } catch (Throwable failure) {
            hot.close();
            throw failure;
        }
    }

    /** Whether the store at {@code path} has a hot store, which may be empty. */
    public static boolean isIn(Path path, Storage storage) throws IOException {
        return HotMark.read(storage).isPresent() || Files.exists(path.resolve(HOT));
    }

    /** Whether there are rows that segments do not have yet. */
    public static boolean hasRows(Path path, Storage storage) throws IOException {
        return HotCheck.hasRows(path.resolve(HOT), HotMark.read(storage));
    }

    /**
     * Keeps other processes from opening the hot store for writes until the caller closes the
     * result: a store that gets versions takes no more writes. Throws if a process has it open, or
     * if it has rows.
     */
    public static Closeable keepEmpty(Path path, Storage storage, HotOptions options)
            throws IOException {
        Closeable lock =
                CheckpointRequest.lock(storage)
                        .orElseThrow(
                                () ->
                                        new SluiceException(
                                                ErrorCode.STORE,
                                                "another process copies or has opened the hot store of %s; repeat when it has ended"
                                                        .formatted(path)));
        try {
            requireEmpty(path, storage, options);
            return lock;
        } catch (Throwable failure) {
            lock.close();
            throw failure;
        }
    }

    private static void requireEmpty(Path path, Storage storage, HotOptions options)
            throws IOException {
        if (HotMark.read(storage).isPresent()) {
            // Only one process can have it open.
            open(path, storage, options).close();
        }
        // Also without a mark: one of before there were marks may have rows.
        if (hasRows(path, storage)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s holds online writes, which no version would have; take them into its segments first: sluice absorb %s"
                            .formatted(path, path));
        }
    }

    /** Reads all of it. A hot store that is lost or cannot be read has one finding, the reason. */
    public static HotCheck.Report check(Path path, Storage storage) {
        try {
            return HotCheck.run(path.resolve(HOT), HotMark.read(storage));
        } catch (IOException | SluiceException e) {
            String finding = String.valueOf(e.getMessage());
            return new HotCheck.Report(0, 0, List.of(finding), 1);
        }
    }
}
