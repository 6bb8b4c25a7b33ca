package sluice.linkbench.stores;

import java.util.List;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.live.LiveSettings;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How the store works that is measured.
 *
 * @param hotBytes of memory for the hot store
 * @param firstNodeId of the first node that is added online
 */
public record BenchStoreOptions(boolean isSync, long hotBytes, long firstNodeId) {
    /** Every write is on disk before it is acknowledged. */
    public static final String SYNC = "sync";

    /** The log is brought to disk once a second, as a MariaDB that is not durable does it. */
    public static final String ASYNC = "async";

    private static final long ASYNC_WINDOW_MILLIS = 1000;

    public BenchStoreOptions {
        if (hotBytes < HotOptions.MEMORY_BYTES_MIN) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "sluice_hot_bytes is %d, expected %d or more"
                            .formatted(hotBytes, HotOptions.MEMORY_BYTES_MIN));
        }
    }

    /** With the durability of this name. */
    public static BenchStoreOptions of(String durability, long hotBytes, long firstNodeId) {
        return switch (durability) {
            case SYNC -> new BenchStoreOptions(true, hotBytes, firstNodeId);
            case ASYNC -> new BenchStoreOptions(false, hotBytes, firstNodeId);
            default ->
                    throw new SluiceException(
                            ErrorCode.CONFIG,
                            "sluice_durability is \"%s\", expected %s or %s"
                                    .formatted(durability, SYNC, ASYNC));
        };
    }

    /** These options with another first node. */
    public BenchStoreOptions startingAt(long otherFirstNodeId) {
        return new BenchStoreOptions(isSync, hotBytes, otherFirstNodeId);
    }

    /** As a store in one directory is opened, without a server. */
    public LiveSettings settings() {
        return LiveSettings.usual().withHot(hot()).withFirstNodeId(firstNodeId);
    }

    private HotOptions hot() {
        return new HotOptions(
                hotBytes, isSync ? Durability.SYNC : new Durability.Async(ASYNC_WINDOW_MILLIS));
    }

    /** As they go to another process. */
    List<String> toArguments() {
        return List.of(
                isSync ? SYNC : ASYNC, Long.toString(hotBytes), Long.toUnsignedString(firstNodeId));
    }

    /** Reads {@link #toArguments}. */
    static BenchStoreOptions parse(List<String> arguments) {
        return of(
                arguments.get(0),
                Long.parseLong(arguments.get(1)),
                Long.parseUnsignedLong(arguments.get(2)));
    }
}
