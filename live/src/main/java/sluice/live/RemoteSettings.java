package sluice.live;

import java.util.Optional;
import sluice.hot.mysql.MySqlAddress;
import sluice.load.files.StoreAddresses;

/**
 * The parts of a store that are in other systems.
 *
 * @param hot the database that takes online writes, {@code mysql://user@host:port/database}; empty
 *     for the store's directory
 * @param cold where buckets are built, {@code hbase://zookeeper:port/table?staging=FOLDER}; empty
 *     for segments in the store's directory
 * @param searchRuns whether a bucket is answered from its runs until it is built; else queries wait
 * @param buildersMax buckets that this process builds at the same time, from 1 to 1,024
 */
public record RemoteSettings(
        Optional<String> hot, Optional<String> cold, boolean searchRuns, int buildersMax) {
    /** The most buckets that may be built at the same time. */
    public static final int BUILDERS_LIMIT = 1024;

    /** Everything is in the store's directory. */
    public static final RemoteSettings NONE =
            new RemoteSettings(Optional.empty(), Optional.empty(), true, 1);

    public RemoteSettings {
        if (buildersMax < 1 || buildersMax > BUILDERS_LIMIT) {
            throw new IllegalArgumentException(
                    "builders must be from 1 to %d, not %d".formatted(BUILDERS_LIMIT, buildersMax));
        }
    }

    /** Whether a part of the store is in another system. */
    public boolean isRemote() {
        return hot.isPresent() || cold.isPresent();
    }

    /** These settings with buckets that are answered from their runs until they are built. */
    public RemoteSettings answeredFromRuns() {
        return new RemoteSettings(hot, cold, true, buildersMax);
    }

    /** The addresses as they are written into a store. Throws if one holds a password. */
    StoreAddresses addresses() {
        hot.ifPresent(MySqlAddress::parse);
        return new StoreAddresses(hot, cold);
    }
}
