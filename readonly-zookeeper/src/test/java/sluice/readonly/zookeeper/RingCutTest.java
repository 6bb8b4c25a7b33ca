package sluice.readonly.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.ClientOptions;
import sluice.client.Relay;
import sluice.client.Relay.Fault;
import sluice.readonly.Push;
import sluice.readonly.Registry;
import sluice.servers.shared.ZooKeeperServer;
import sluice.testkit.Experiment;

/**
 * E42: three nodes, each behind a relay, and relays between them and ZooKeeper. During each push
 * one of these connections swallows all bytes while it stays up, or breaks. Clients that know the
 * routes, and clients of one node, read all the time. No read fails, each answer is of one version,
 * which was committed, and after the cut every push ends and all nodes serve the same.
 */
@Tag(Experiment.TAG)
class RingCutTest {
    private static final int CUTS = Experiment.size("sluice.ring.cuts", 2, 60);
    private static final int NODES = 3;
    private static final int IDS = 200;

    /** More than a connection may be silent, and less. */
    private static final long CUT_NANOS_MAX = TimeUnit.SECONDS.toNanos(6);

    /** One cut in four takes so long: a session ends after 10 s, and a push goes on 10 s later. */
    private static final long LONG_CUT_NANOS = TimeUnit.SECONDS.toNanos(25);

    @TempDir Path directory;

    private RingOperator operator;
    private RelayedRing nodes;
    private SplittableRandom random;

    /** The connections that are cut. */
    private enum Cut {
        /** Clients and other nodes from one node, which the records call alive. */
        DOOR,
        /** One node from ZooKeeper. */
        LINK,
        /** All nodes from ZooKeeper. */
        ALL_LINKS,
        /** One node from all others. */
        NODE
    }

    @Test
    void noReadFailsAndEveryPushEnds() throws Exception {
        long seed = Long.getLong("seed", 1);
        random = new SplittableRandom(seed);
        try (Experiment experiment = new Experiment("E42 cuts of a ring", seed);
                ZooKeeperServer server =
                        ZooKeeperServer.start(
                                directory.resolve("zookeeper"),
                                System.getProperty("java.class.path"));
                Registry registry =
                        ZooKeeperRegistry.open(
                                "zk://" + server.address() + "/ring", Optional.empty())) {
            operator = new RingOperator(directory, registry, NODES, IDS);
            int port = Integer.parseInt(server.address().replaceFirst(".*:", ""));
            try (RelayedRing relayed = new RelayedRing(directory, port, NODES)) {
                nodes = relayed;
                assertEquals(Push.State.DONE, operator.end(operator.push()));
                cutAll(experiment);
            }
        }
    }

    private void cutAll(Experiment experiment) throws Exception {
        long done = 0;
        try (CheckedReader routed = CheckedReader.ofRing(nodes.addresses(), IDS);
                CheckedReader passed =
                        CheckedReader.ofNode(
                                ClientOptions.of(
                                        "127.0.0.1", nodes.nodes().getFirst().server().port()),
                                IDS)) {
            for (int i = 0; i < CUTS; i++) {
                Cut cut = i < Cut.values().length ? Cut.values()[i] : any(Cut.values());
                int node = random.nextInt(NODES);
                Fault fault = random.nextInt(4) > 0 ? Fault.BLACK_HOLE : Fault.RESET;
                int version = operator.next();
                boolean isPushedFirst = random.nextBoolean();
                if (isPushedFirst) {
                    operator.push();
                    LockSupport.parkNanos(random.nextLong(TimeUnit.SECONDS.toNanos(1)));
                }
                cut(cut, node, fault);
                if (!isPushedFirst) {
                    operator.push();
                }
                boolean isLong = i >= Cut.values().length && random.nextInt(4) == 0;
                LockSupport.parkNanos(isLong ? LONG_CUT_NANOS : random.nextLong(CUT_NANOS_MAX));
                nodes.heal();
                done += operator.end(version) == Push.State.DONE ? 1 : 0;
                operator.awaitAllNodes(
                        current ->
                                nodes.nodes().stream().allMatch(each -> each.serving() == current));
                operator.keep(version);
                String what = "cut %d, %s of %d, %s".formatted(i, cut, node, fault);
                assertNull(routed.wrong(), what);
                assertNull(passed.wrong(), what);
                experiment.ran(1);
            }
            operator.assertCommitted(routed, passed);
            experiment
                    .fact("pushes done", done)
                    .fact("reads by routes", routed.reads())
                    .fact("reads of one node", passed.reads())
                    .passed();
        }
    }

    private <T> T any(T[] all) {
        return all[random.nextInt(all.length)];
    }

    private void cut(Cut cut, int node, Fault fault) {
        switch (cut) {
            case DOOR -> cut(nodes.door(node), fault);
            case LINK -> cut(nodes.link(node), fault);
            case ALL_LINKS -> IntStream.range(0, NODES).forEach(n -> cut(nodes.link(n), fault));
            case NODE -> {
                cut(nodes.door(node), fault);
                cut(nodes.link(node), fault);
            }
        }
    }

    private static void cut(Relay relay, Fault fault) {
        relay.now(fault);
        if (fault == Fault.RESET) {
            relay.cutAll();
        }
    }
}
