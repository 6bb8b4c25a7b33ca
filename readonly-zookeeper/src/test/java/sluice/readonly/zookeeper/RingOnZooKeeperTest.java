package sluice.readonly.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.readonly.Definition;
import sluice.readonly.Member;
import sluice.readonly.Registry;
import sluice.readonly.Ring;
import sluice.readonly.SmallVersions;
import sluice.readonly.Topology;
import sluice.readonly.node.NodeSettings;
import sluice.readonly.node.RingNode;
import sluice.server.ServerOptions;
import sluice.servers.shared.ZooKeeperServer;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/** Two nodes whose ZooKeeper is killed: no read fails, and the push after it is served. */
class RingOnZooKeeperTest {
    private static final int IDS = 100;
    private static final int LOOKS_MAX = 6_000;

    @TempDir Path directory;

    private RingNode start(String name, Registry registry) throws IOException {
        NodeSettings settings =
                new NodeSettings(
                        name,
                        directory.resolve("data-" + name),
                        ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP),
                        null,
                        0,
                        -1);
        return RingNode.start(settings, registry);
    }

    private static void await(String what, BooleanSupplier isSo) {
        for (int look = 0; !isSo.getAsBoolean(); look++) {
            assertTrue(look < LOOKS_MAX, what);
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static int readAll(SluiceClient client, AtomicBoolean isOver) {
        int reads = 0;
        while (!isOver.get()) {
            LinkQuery query =
                    new LinkQuery(reads % IDS, 0, Long.MIN_VALUE, Long.MAX_VALUE, 0, 1000);
            LinkList list = client.linkList(query).value();
            assertEquals(2, list.size());
            assertEquals(1000, Math.abs(list.id2(0) - list.id2(1)), "a mixed answer");
            reads++;
            LockSupport.parkNanos(1_000_000);
        }
        return reads;
    }

    @Test
    void noReadFailsWhileZooKeeperIsAway() throws Exception {
        SmallVersions versions = new SmallVersions(directory);
        Storage store = DirectoryStorage.create(directory.resolve("graph"));
        versions.next(store, IDS);
        try (ZooKeeperServer server =
                        ZooKeeperServer.start(
                                directory.resolve("zookeeper"),
                                System.getProperty("java.class.path"));
                Registry registry =
                        ZooKeeperRegistry.open(
                                "zk://" + server.address() + "/ring", Optional.empty());
                Registry second =
                        ZooKeeperRegistry.open(
                                "zk://" + server.address() + "/ring", Optional.empty())) {
            Ring ring = new Ring(registry);
            String source = directory.resolve("graph").toString();
            ring.create(
                    new Definition(1, source, 1, 0, Definition.NO_QUOTA, 1, 3_600_000),
                    Topology.first(List.of(new Member("a", "z"), new Member("b", "z")), 2, 8));
            List<RingNode> nodes = new ArrayList<>();
            nodes.add(start("a", registry));
            nodes.add(start("b", second));
            AtomicBoolean isOver = new AtomicBoolean();
            try (ExecutorService threads = Executors.newFixedThreadPool(1);
                    SluiceClient client =
                            SluiceClient.open(
                                    ClientOptions.of("127.0.0.1", nodes.get(0).server().port()))) {
                ring.push(OptionalInt.empty(), false);
                await("the first push", () -> nodes.stream().allMatch(n -> n.serving() == 1));
                Future<Integer> reader = threads.submit(() -> readAll(client, isOver));
                versions.next(store, IDS);
                server.kill();
                LockSupport.parkNanos(2_000_000_000L);
                // Its folder says what it serves, with no registry to ask.
                nodes.remove(1).close();
                nodes.add(start("b", second));
                assertEquals(1, nodes.get(1).serving());
                server.restart();
                await(
                        "the push after it",
                        () -> {
                            try {
                                ring.push(OptionalInt.empty(), false);
                                return true;
                            } catch (IOException _) {
                                return false;
                            }
                        });
                await("its end", () -> nodes.stream().allMatch(n -> n.serving() == 2));
                isOver.set(true);
                assertTrue(reader.get() > 0, "reads");
            } finally {
                isOver.set(true);
                for (RingNode node : nodes) {
                    node.close();
                }
            }
        }
    }
}
