package sluice.readonly.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.SluiceClient;
import sluice.readonly.Definition;
import sluice.readonly.Life;
import sluice.readonly.Member;
import sluice.readonly.MemoryRegistry;
import sluice.readonly.NodeReport;
import sluice.readonly.Registry;
import sluice.readonly.Ring;
import sluice.readonly.RingRecords;
import sluice.readonly.SmallVersions;
import sluice.readonly.Topology;
import sluice.server.ServerOptions;
import sluice.storage.DirectoryStorage;

/** Two processes that run as one node. */
class SameNameTest {
    private static final int LOOKS_MAX = 600;
    private static final long LOOK_NANOS = 50_000_000;

    @TempDir Path directory;

    /** The records, with the place of the node held by another process while {@code isTaken}. */
    private static Registry sharing(Registry registry, AtomicBoolean isTaken) {
        return (Registry)
                Proxy.newProxyInstance(
                        Registry.class.getClassLoader(),
                        new Class<?>[] {Registry.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("enter") && isTaken.get()) {
                                return Optional.empty();
                            }
                            try {
                                return method.invoke(registry, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    /**
     * A node sleeps for so long that a second process comes with its name. When it wakes it must
     * report nothing: a push would take its files for those of the other.
     */
    @Test
    void theOneThatLostItsNameGoesOnServingAndReportsNothing() throws IOException {
        new SmallVersions(directory).next(DirectoryStorage.create(directory.resolve("graph")), 50);
        MemoryRegistry registry = new MemoryRegistry();
        RingRecords records = new RingRecords(registry);
        AtomicBoolean isTaken = new AtomicBoolean();
        Ring ring = new Ring(registry);
        String source = directory.resolve("graph").toString();
        ring.create(
                new Definition(1, source, 1, 0, Definition.NO_QUOTA, 1, 3_600_000),
                Topology.first(List.of(new Member("n0", "z")), 1, 8));
        NodeSettings settings =
                new NodeSettings(
                        "n0",
                        directory.resolve("data"),
                        ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP),
                        null,
                        0,
                        -1);
        try (RingNode node = RingNode.start(settings, sharing(registry, isTaken));
                SluiceClient client = TestRing.client(node)) {
            ring.push(OptionalInt.empty(), false);
            await(() -> node.serving() == 1);
            isTaken.set(true);
            Life own = records.view().lives().get("n0");
            records.announce("n0", new Life(1, own.host(), own.port(), -1, "another"));
            NodeReport others = new NodeReport(1, 0, 0, Map.of(), 77);
            // The node may be in the middle of a look.
            LockSupport.parkNanos(20 * LOOK_NANOS);
            records.report("n0", others);
            LockSupport.parkNanos(60 * LOOK_NANOS);
            assertEquals(others, records.view().report("n0"));
            assertEquals(2, client.count(5, 0).value());
            isTaken.set(false);
            await(() -> records.view().lives().get("n0").session().equals(own.session()));
            await(() -> records.view().report("n0").serving() == 1);
        }
    }

    private interface Check {
        boolean holds() throws IOException;
    }

    private static void await(Check check) throws IOException {
        for (int look = 0; !check.holds(); look++) {
            assertTrue(look < LOOKS_MAX);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
