package sluice.readonly.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.load.version.Versions;
import sluice.model.SluiceException;
import sluice.readonly.Definition;
import sluice.readonly.Held;
import sluice.readonly.Member;
import sluice.readonly.Push;
import sluice.readonly.Registry;
import sluice.readonly.Ring;
import sluice.readonly.RingView;
import sluice.readonly.SmallVersions;
import sluice.readonly.Topology;
import sluice.servers.shared.ZooKeeperServer;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
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
    private static final int REPLICAS = 2;
    private static final int PARTITIONS = 8;
    private static final int IDS = 300;
    private static final long PUSH_MILLIS = TimeUnit.MINUTES.toMillis(3);
    private static final long END_MILLIS_MAX = TimeUnit.MINUTES.toMillis(5);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    @TempDir Path directory;

    private SmallVersions versions;
    private Storage store;
    private ZooKeeperServer server;
    private NodeProcesses nodes;
    private Ring ring;
    private SplittableRandom random;
    private final TreeSet<Integer> committed = new TreeSet<>();
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
        versions = new SmallVersions(directory);
        store = DirectoryStorage.create(directory.resolve("graph"));
        versions.next(store, IDS);
        try (Experiment experiment = new Experiment("E41 kill -9 of a ring", seed);
                ZooKeeperServer zooKeeper =
                        ZooKeeperServer.start(
                                directory.resolve("zookeeper"),
                                System.getProperty("java.class.path"))) {
            server = zooKeeper;
            String address = "zk://" + server.address() + "/ring";
            try (Registry registry = ZooKeeperRegistry.open(address, Optional.empty())) {
                ring = new Ring(registry);
                create();
                try (NodeProcesses processes = new NodeProcesses(directory, address, NODES)) {
                    nodes = processes;
                    nodes.await();
                    assertEquals(Push.State.DONE, end(push()));
                    pushAll(experiment);
                }
            }
        }
    }

    private void create() throws IOException {
        List<Member> members =
                List.of(
                        new Member(NodeProcesses.name(0), "z"),
                        new Member(NodeProcesses.name(1), "z"),
                        new Member(NodeProcesses.name(2), "z"));
        Definition definition =
                new Definition(
                        Definition.FORMAT,
                        directory.resolve("graph").toString(),
                        1,
                        1,
                        Definition.NO_QUOTA,
                        1,
                        PUSH_MILLIS);
        ring.create(definition, Topology.first(members, REPLICAS, PARTITIONS));
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
                int version = versions.next(store, IDS);
                awaitAllNodes();
                push();
                LockSupport.parkNanos(random.nextLong(TimeUnit.SECONDS.toNanos(2)));
                strike(victim);
                done += end(version) == Push.State.DONE ? 1 : 0;
                if (random.nextInt(5) == 0) {
                    rollbacks += rollBack() ? 1 : 0;
                }
                Versions.publish(store, OptionalInt.of(version), 1);
                Versions.keep(store, 4);
                assertNull(reader.wrong(), "push %d, %s".formatted(i, victim));
                assertNull(passed.wrong(), "push %d, %s, by one node".formatted(i, victim));
                experiment.ran(1);
            }
            awaitAllNodes();
            long before = reader.reads();
            away();
            assertNull(reader.wrong(), "while ZooKeeper was away");
            assertNull(passed.wrong(), "while ZooKeeper was away, by one node");
            assertTrue(reader.reads() > before, "nothing was read while ZooKeeper was away");
            reader.end();
            passed.end();
            TreeSet<Integer> strange = new TreeSet<>(reader.versions());
            strange.addAll(passed.versions());
            strange.removeAll(committed);
            assertEquals(new TreeSet<Integer>(), strange, "versions that were never committed");
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

    /** With two replicas a ring has rows that nobody answers for once a second node is away. */
    private void awaitAllNodes() throws IOException {
        long end = System.currentTimeMillis() + END_MILLIS_MAX;
        while (true) {
            RingView view = reached(ring::view);
            if (view.live().size() == NODES && view.decision().value().disabled().isEmpty()) {
                return;
            }
            assertTrue(System.currentTimeMillis() < end, () -> "a node is missing: " + view);
            LockSupport.parkNanos(LOOK_NANOS);
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
        int version = versions.next(store, IDS);
        server.kill();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(AWAY_SECONDS));
        server.restart();
        push();
        assertEquals(Push.State.DONE, end(version));
    }

    private interface Act<T> {
        T run() throws IOException;
    }

    /** Repeats what fails while ZooKeeper is away. */
    private static <T> T reached(Act<T> act) throws IOException {
        long end = System.currentTimeMillis() + END_MILLIS_MAX;
        while (true) {
            try {
                return act.run();
            } catch (IOException e) {
                if (System.currentTimeMillis() > end) {
                    throw e;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private int push() throws IOException {
        return reached(() -> ring.push(OptionalInt.empty(), false)).version();
    }

    private Push.State end(int version) throws IOException {
        long end = System.currentTimeMillis() + END_MILLIS_MAX;
        while (true) {
            RingView view = reached(ring::view);
            committed.add(view.decision().value().current());
            Held<Push> push = view.pushes().get(version);
            Push.State state = push == null ? Push.State.DONE : push.value().state();
            if (state == Push.State.DONE || state == Push.State.ABORTED) {
                return state;
            }
            assertTrue(System.currentTimeMillis() < end, () -> "it does not end: " + view);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private boolean rollBack() throws IOException {
        RingView view = reached(ring::view);
        int previous = view.decision().value().previous();
        if (!view.decision().value().kept().contains(previous)) {
            return false;
        }
        try {
            reached(() -> ring.rollback(OptionalInt.of(previous), 1));
        } catch (SluiceException _) {
            // No node that runs has it ready.
            return false;
        }
        committed.add(previous);
        return true;
    }
}
