package sluice.readonly.zookeeper;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import sluice.client.ClientOptions;
import sluice.client.Relay;
import sluice.readonly.Life;
import sluice.readonly.Registry;
import sluice.readonly.RingRecords;
import sluice.readonly.node.NodeSettings;
import sluice.readonly.node.RingNode;
import sluice.server.ServerOptions;

/**
 * Nodes of one process whose connections all go through relays: one before each node, for clients
 * and other nodes, and one from each node to ZooKeeper. Belongs to one thread.
 */
final class RelayedRing implements AutoCloseable {
    private static final String LIVES = "lives/";

    /** Before each node. */
    private final List<Relay> doors = new CopyOnWriteArrayList<>();

    /** From each node to ZooKeeper. */
    private final List<Relay> links = new ArrayList<>();

    private final List<Registry> registries = new ArrayList<>();
    private final List<RingNode> nodes = new ArrayList<>();

    /** Starts {@code count} nodes with folders in {@code directory}. */
    RelayedRing(Path directory, int zooKeeperPort, int count) throws IOException {
        try {
            for (int node = 0; node < count; node++) {
                links.add(new Relay(zooKeeperPort, node));
                Registry registry =
                        ZooKeeperRegistry.open(
                                "zk://127.0.0.1:%d/ring".formatted(links.getLast().port()),
                                Optional.empty());
                registries.add(registry);
                NodeSettings settings =
                        new NodeSettings(
                                RingOperator.name(node),
                                directory.resolve("data-" + RingOperator.name(node)),
                                ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP),
                                null,
                                0,
                                -1);
                nodes.add(RingNode.start(settings, relayed(registry)));
                doors.add(new Relay(nodes.getLast().server().port(), 100 + node));
            }
        } catch (Throwable failure) {
            close();
            throw failure;
        }
    }

    List<RingNode> nodes() {
        return nodes;
    }

    /** The relay before {@code node}. */
    Relay door(int node) {
        return doors.get(node);
    }

    /** The relay from {@code node} to ZooKeeper. */
    Relay link(int node) {
        return links.get(node);
    }

    /** All faults end. */
    void heal() {
        doors.forEach(relay -> relay.now(Relay.Fault.NONE));
        links.forEach(relay -> relay.now(Relay.Fault.NONE));
    }

    /** The doors of all nodes. */
    List<ClientOptions> addresses() {
        return doors.stream().map(door -> ClientOptions.of("127.0.0.1", door.port())).toList();
    }

    /** The records, in which each node listens at its door. */
    private Registry relayed(Registry registry) {
        return (Registry)
                Proxy.newProxyInstance(
                        Registry.class.getClassLoader(),
                        new Class<?>[] {Registry.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("readAll") && LIVES.equals(arguments[0])) {
                                return atDoors(registry.readAll(LIVES));
                            }
                            try {
                                return method.invoke(registry, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private Map<String, Registry.Entry> atDoors(Map<String, Registry.Entry> lives) {
        Map<String, Registry.Entry> moved = new TreeMap<>();
        lives.forEach(
                (path, entry) -> {
                    Life life = RingRecords.decode(path, entry.content(), Life.class);
                    int node = Integer.parseInt(path.substring(LIVES.length() + 1));
                    int port = node < doors.size() ? doors.get(node).port() : life.port();
                    Life at = new Life(life.format(), life.host(), port, -1, life.session());
                    moved.put(path, new Registry.Entry(entry.revision(), RingRecords.encode(at)));
                });
        return moved;
    }

    @Override
    public void close() throws IOException {
        heal();
        for (RingNode node : nodes) {
            node.close();
        }
        for (Registry registry : registries) {
            registry.close();
        }
        for (Relay relay : doors) {
            relay.close();
        }
        for (Relay relay : links) {
            relay.close();
        }
    }
}
