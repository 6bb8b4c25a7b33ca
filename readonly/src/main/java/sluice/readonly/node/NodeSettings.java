package sluice.readonly.node;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.readonly.Registry;
import sluice.readonly.Ring;
import sluice.readonly.RingRecords;
import sluice.readonly.RingView;
import sluice.readonly.fetch.VersionFolder;
import sluice.server.ServerOptions;
import sluice.storage.DirectoryStorage;

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
        long quotaBytes) {
    /**
     * Throws if there is no ring, or none with a node of this name. Where its records are away, or
     * their folder is empty as one that is not mounted, a node with a folder starts all the same:
     * it serves what it served.
     */
    public void check(Registry registry) throws IOException {
        RingView view;
        try {
            view = new RingRecords(registry).view();
        } catch (IOException e) {
            if (hasServed()) {
                return;
            }
            if (e instanceof NoSuchFileException) {
                throw Ring.missing(registry.location());
            }
            throw e;
        }
        boolean isKnown = view.topologies().values().stream().anyMatch(each -> each.has(name));
        boolean isLost = view.topologies().isEmpty();
        if (isLost && !hasServed()) {
            throw Ring.missing(registry.location());
        }
        if (!isKnown && !isLost) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the ring at %s has no node %s; add it with: sluice ring add-node %s %s"
                            .formatted(registry.location(), name, registry.location(), name));
        }
    }

    private boolean hasServed() throws IOException {
        return new VersionFolder(DirectoryStorage.create(data)).decision().isPresent();
    }
}
