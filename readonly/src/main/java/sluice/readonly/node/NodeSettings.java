package sluice.readonly.node;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import sluice.server.ServerOptions;

/**
 * How a node runs.
 *
 * @param name of the node, as the ring has it
 * @param data its folder
 * @param server where it listens
 * @param authority PEM file by which the certificates of other nodes are believed; null without TLS
 * @param bytesPerSecond that it fetches at most; 0 for no limit
 * @param quotaBytes that its versions may have together; -1 for no limit
 */
public record NodeSettings(
        String name,
        Path data,
        ServerOptions server,
        @Nullable Path authority,
        long bytesPerSecond,
        long quotaBytes) {}
