package sluice.readonly.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.readonly.Push;
import sluice.readonly.Registry;
import sluice.servers.shared.ZooKeeperServer;
import sluice.testkit.Experiment;

/**
 * E41: three nodes and ZooKeeper are processes, of which SIGKILL ends one at a random moment of
 * each push: any node, the one that leads, or ZooKeeper. Clients read all the time, by routes and
 * of one node, which they wait for while it is away. No read fails, each answer is of one version,
 * which was committed, and every push ends. It takes 8 to 20 s for each push, so it runs at its
 * long size, or with {@code -Dsluice.ring.pushes=}.
 */
@Tag(Experiment.TAG)
class RingKillTest {
    private static final int PUSHES = Experiment.size("sluice.ring.pushes", 0, 500);
    private static final int AWAY_SECONDS = Experiment.size("sluice.ring.away.seconds", 1, 600);
    private static final int NODES = 3;
    private static final int IDS = 300;

    @TempDir Path directory;

    private ZooKeeperServer server;
    private NodeProcesses nodes;
    private RingOperator operator;
    private SplittableRandom random;
    private long kills;

    private enum Victim {
        NONE,
        NODE,
        LEADER,
        ZOOKEEPER
    }

    @Test
    void noReadFailsAndEveryPushEnds() throws Exception {
        assumeTrue(PUSHES > 0, "the long size, or -Dsluice.ring.pushes=");
        long seed = Long.getLong("seed", 1);
        random = new SplittableRandom(seed);
        try (Experiment experiment = new Experiment("E41 kill -9 of a ring", seed);
                ZooKeeperServer zooKeeper =
                        ZooKeeperServer.start(
                                directory.resolve("zookeeper"),
                                System.getProperty("java.class.path"))) {
            server = zooKeeper;
            String address = "zk://" + server.address() + "/ring";
            try (Registry registry = ZooKeeperRegistry.open(address, Optional.empty())) {
                operator = new RingOperator(directory, registry, NODES, IDS);
                try (NodeProcesses processes = new NodeProcesses(directory, address, NODES)) {
                    nodes = processes;
                    nodes.await();
                    assertEquals(Push.State.DONE, operator.end(operator.push()));
                    pushAll(experiment);
                }
            }
        }
    }

    private void pushAll(Experiment experiment) throws Exception {
        long done = 0;
        long rollbacks = 0;
        try (CheckedReader reader = CheckedReader.ofRing(nodes.addresses(), IDS);
                CheckedReader passed = CheckedReader.ofNode(nodes.addresses().getFirst(), IDS)) {
            for (int i = 0; i < PUSHES; i++) {
                Victim victim =
                        i < Victim.values().length - 1
                                ? Victim.values()[i + 1]
                                : Victim.values()[random.nextInt(Victim.values().length)];
                int version = operator.next();
                // With two replicas nobody answers for some rows once a second node is away.
                operator.awaitAllNodes(_ -> true);
                operator.push();
                LockSupport.parkNanos(random.nextLong(TimeUnit.SECONDS.toNanos(2)));
                strike(victim);
                done += operator.end(version) == Push.State.DONE ? 1 : 0;
                if (random.nextInt(5) == 0) {
                    rollbacks += operator.rollBack() ? 1 : 0;
                }
                operator.keep(version);
                assertNull(reader.wrong(), "push %d, %s".formatted(i, victim));
                assertNull(passed.wrong(), "push %d, %s, by one node".formatted(i, victim));
                experiment.ran(1);
            }
            operator.awaitAllNodes(_ -> true);
            long before = reader.reads();
            away();
            assertNull(reader.wrong(), "while ZooKeeper was away");
            assertNull(passed.wrong(), "while ZooKeeper was away, by one node");
            assertTrue(reader.reads() > before, "nothing was read while ZooKeeper was away");
            operator.assertCommitted(reader, passed);
            experiment
                    .fact("kills", kills)
                    .fact("pushes done", done)
                    .fact("rollbacks", rollbacks)
                    .fact("reads", reader.reads())
                    .fact("reads of one node", passed.reads())
                    .fact("seconds without ZooKeeper", AWAY_SECONDS)
                    .passed();
        }
    }

    private void strike(Victim victim) throws IOException {
        switch (victim) {
            case NONE -> {}
            case NODE -> killNode(random.nextInt(NODES));
            case LEADER -> killNode(nodes.leader().orElse(0));
            case ZOOKEEPER -> {
                server.kill();
                kills++;
                if (random.nextBoolean()) {
                    // It starts without ZooKeeper.
                    killNode(random.nextInt(NODES));
                }
                LockSupport.parkNanos(random.nextLong(TimeUnit.SECONDS.toNanos(3)));
                server.restart();
            }
        }
    }

    private void killNode(int node) throws IOException {
        nodes.kill(node);
        kills++;
        LockSupport.parkNanos(random.nextLong(TimeUnit.SECONDS.toNanos(2)));
        nodes.restart(node);
    }

    /** ZooKeeper is away: a push waits for it. */
    private void away() throws IOException {
        int version = operator.next();
        server.kill();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(AWAY_SECONDS));
        server.restart();
        operator.push();
        assertEquals(Push.State.DONE, operator.end(version));
    }
}
