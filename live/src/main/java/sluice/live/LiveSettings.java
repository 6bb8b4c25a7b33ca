package sluice.live;

import java.util.Optional;
import java.util.OptionalLong;
import sluice.coordinator.decision.DecisionOptions;
import sluice.coordinator.decision.HotListOptions;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.load.job.LoadOptions;
import sluice.server.ServerOptions;

/**
 * How a store is opened for reads, writes and loads.
 *
 * @param load options of the loads into it, with the memory of the whole process
 * @param hot options of the hot store in the store's directory; not used with a remote one
 * @param decisions what decides on building and absorbing
 * @param remote the parts of the store in other systems
 * @param hotLists which lists of a remote cold store are copied into the hot store; empty for none,
 *     and for none to be looked after
 * @param firstNodeId the least id of nodes that are added online; empty for one above all that were
 *     loaded
 * @param server where the store is served over the network; empty for no server
 */
public record LiveSettings(
        LoadOptions load,
        HotOptions hot,
        DecisionOptions decisions,
        RemoteSettings remote,
        Optional<HotListOptions> hotLists,
        OptionalLong firstNodeId,
        Optional<ServerOptions> server) {
    /** The largest share of the hot store of the memory of the process. */
    private static final long HOT_BYTES_MAX = 512L << 20;

    /** A store in one directory, with the usual memory, every write on disk, and no server. */
    public static LiveSettings usual() {
        LoadOptions load = LoadOptions.defaults();
        return new LiveSettings(
                load,
                new HotOptions(hotBytes(load.memoryBytes()), Durability.SYNC),
                DecisionOptions.DEFAULT,
                RemoteSettings.NONE,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    /** The bytes of a hot store in a process that may take {@code memoryBytes} in all. */
    public static long hotBytes(long memoryBytes) {
        return Math.max(HotOptions.MEMORY_BYTES_MIN, Math.min(memoryBytes / 8, HOT_BYTES_MAX));
    }

    /** These settings with other options of the hot store. */
    public LiveSettings withHot(HotOptions other) {
        return new LiveSettings(load, other, decisions, remote, hotLists, firstNodeId, server);
    }

    /** These settings with added nodes from {@code first} on. */
    public LiveSettings withFirstNodeId(long first) {
        return new LiveSettings(
                load, hot, decisions, remote, hotLists, OptionalLong.of(first), server);
    }

    /** These settings with a server at {@code where}. */
    public LiveSettings servedAt(ServerOptions where) {
        return new LiveSettings(
                load, hot, decisions, remote, hotLists, firstNodeId, Optional.of(where));
    }
}
