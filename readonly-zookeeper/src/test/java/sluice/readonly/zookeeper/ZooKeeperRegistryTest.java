package sluice.readonly.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;
import sluice.readonly.Registry;
import sluice.readonly.RegistryContract;
import sluice.servers.shared.ZooKeeperServer;

/** Against a server of its own; each test has another path there. */
class ZooKeeperRegistryTest extends RegistryContract {
    private static final int LOOKS_MAX = 300;
    private static final AtomicInteger PATHS = new AtomicInteger();

    @TempDir static Path directory;

    private static ZooKeeperServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = ZooKeeperServer.start(directory, System.getProperty("java.class.path"));
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static String path() {
        return "zk://" + server.address() + "/sluice/ring-" + PATHS.incrementAndGet();
    }

    @Override
    protected Registry open() {
        return ZooKeeperRegistry.open(path(), Optional.empty());
    }

    private interface Check {
        boolean holds() throws IOException;
    }

    private static void await(String what, Check check) throws Exception {
        for (int look = 0; !check.holds(); look++) {
            assertTrue(look < LOOKS_MAX, what);
            new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
        }
    }

    /** A second client that closes a session ends it, as its loss does. */
    private static void loseSession(ZooKeeperRegistry registry) throws Exception {
        ZooKeeper before = registry.client().getZookeeperClient().getZooKeeper();
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin =
                new ZooKeeper(
                        server.address(),
                        4_000,
                        _ -> connected.countDown(),
                        before.getSessionId(),
                        before.getSessionPasswd());
        assertTrue(connected.await(10, TimeUnit.SECONDS));
        twin.close();
    }

    @Test
    void aNodeWhoseSessionEndedRunsAgainAndItsLeadIsOver() throws Exception {
        String path = path();
        try (ZooKeeperRegistry registry = ZooKeeperRegistry.open(path, Optional.empty());
                ZooKeeperRegistry other = ZooKeeperRegistry.open(path, Optional.empty())) {
            CountDownLatch heard = new CountDownLatch(1);
            Closeable presence = registry.enter("a").orElseThrow();
            Registry.Lead lead = registry.lead().orElseThrow();
            assertEquals(Optional.empty(), other.enter("a"));
            assertEquals(Optional.empty(), other.lead());
            loseSession(registry);
            await("the loss is seen", () -> !lead.isHeld());
            await("it runs again", () -> other.live(Set.of("a")).contains("a"));
            Registry.Lead next = other.lead().orElseThrow();
            assertEquals(Optional.empty(), registry.lead());
            lead.close();
            assertEquals(Optional.empty(), registry.lead(), "the old leader took the place away");
            try (Closeable _ = registry.watch(heard::countDown)) {
                other.put("record", "x".getBytes(UTF_8));
                assertTrue(heard.await(10, TimeUnit.SECONDS), "a watch of the next session");
            }
            next.close();
            presence.close();
            assertEquals(Set.of(), other.live(Set.of("a")));
        }
    }

    @Test
    void aCompareAndSetOfARecordThatWasMadeAgainLoses() throws IOException {
        try (Registry registry = open()) {
            assertTrue(registry.compareAndSet("pushes/1", 0, new byte[] {1}));
            long first = registry.read("pushes/1").orElseThrow().revision();
            registry.delete("pushes/1");
            assertTrue(registry.compareAndSet("pushes/1", 0, new byte[] {1}));
            assertFalse(registry.compareAndSet("pushes/1", first, new byte[] {2}));
        }
    }

    @Test
    void anAddressThatCannotBeIsRefused() {
        for (String address :
                new String[] {"zk://host/ring", "zk://host:1", "zk://host:1/", "zk://u:p@h:1/r"}) {
            SluiceException refused =
                    assertThrows(
                            SluiceException.class,
                            () -> ZooKeeperRegistry.open(address, Optional.empty()));
            assertFalse(refused.getMessage().contains("u:p"), "a secret is shown");
        }
    }

    @Test
    void recordsWithRightsAreRefusedToOthers() throws IOException {
        String path = path();
        try (Registry owner = ZooKeeperRegistry.open(path, Optional.of("ring:secret"));
                Registry other = ZooKeeperRegistry.open(path, Optional.empty())) {
            owner.put("decision", new byte[] {1});
            SluiceException refused =
                    assertThrows(SluiceException.class, () -> other.read("decision"));
            assertTrue(refused.getMessage().contains("SLUICE_ZOOKEEPER_DIGEST"));
            assertThrows(SluiceException.class, () -> other.put("decision", new byte[] {2}));
        }
    }
}
