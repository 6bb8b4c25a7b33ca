package sluice.readonly.zookeeper;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import sluice.readonly.Registry;
import sluice.readonly.node.NodeSettings;
import sluice.readonly.node.RingNode;
import sluice.server.ServerOptions;

/** A node of a ring as a process, until it is killed. */
final class NodeProcess {
    private NodeProcess() {}

    /** Takes the address of the registry, name, folder, port and HTTP port of the node. */
    public static void main(String[] arguments) throws Exception {
        NodeSettings settings =
                new NodeSettings(
                        arguments[1],
                        Path.of(arguments[2]),
                        ServerOptions.LOCAL.at(
                                "127.0.0.1",
                                Integer.parseInt(arguments[3]),
                                Integer.parseInt(arguments[4])),
                        null,
                        0,
                        -1);
        try (Registry registry = ZooKeeperRegistry.open(arguments[0], Optional.empty());
                RingNode _ = RingNode.start(settings, registry)) {
            new CountDownLatch(1).await();
        }
    }
}
