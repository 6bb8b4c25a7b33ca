package sluice.experiments.serving;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import sluice.client.ClientOptions;
import sluice.readonly.Definition;
import sluice.readonly.Member;
import sluice.readonly.MemoryRegistry;
import sluice.readonly.Push;
import sluice.readonly.Ring;
import sluice.readonly.Topology;
import sluice.readonly.node.NodeSettings;
import sluice.readonly.node.RingNode;
import sluice.readonly.route.RingGraph;
import sluice.readonly.route.ServedState;
import sluice.server.ServerOptions;

/** A ring whose nodes are in this process, each with a folder and a server of its own. */
final class ServedRing implements AutoCloseable {
    private static final int PARTITIONS = 64;
    private static final long PUSH_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long LOOK_NANOS = 200_000;
    private static final long WAIT_NANOS_MAX = TimeUnit.MINUTES.toNanos(20);

    private final MemoryRegistry registry = new MemoryRegistry();
    private final Ring ring = new Ring(registry);
    private final List<RingNode> nodes = new ArrayList<>();
    private final LongSupplier nanoTime;

    private ServedRing(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Starts {@code count} nodes with folders in {@code folder}, for the store {@code source}. */
    static ServedRing start(Path source, Path folder, int count, LongSupplier nanoTime)
            throws IOException {
        ServedRing served = new ServedRing(nanoTime);
        try {
            List<Member> members =
                    IntStream.range(0, count).mapToObj(i -> new Member("n" + i, "z")).toList();
            served.ring.create(
                    new Definition(
                            Definition.FORMAT,
                            source.toString(),
                            1,
                            0,
                            Definition.NO_QUOTA,
                            1,
                            PUSH_MILLIS),
                    Topology.first(members, Math.min(2, count), PARTITIONS));
            for (Member member : members) {
                NodeSettings settings =
                        new NodeSettings(
                                member.name(),
                                folder.resolve(member.name()),
                                ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP),
                                null,
                                0,
                                Definition.NO_QUOTA);
                served.nodes.add(RingNode.start(settings, served.registry));
            }
            return served;
        } catch (Throwable failure) {
            served.close();
            throw failure;
        }
    }

    /** Pushes the newest version; returns how many seconds it took until all nodes served it. */
    double push() throws IOException {
        return push(OptionalInt.empty());
    }

    /** As {@link #push()}, of the version {@code number}. */
    double push(int number) throws IOException {
        return push(OptionalInt.of(number));
    }

    private double push(OptionalInt number) throws IOException {
        long begin = nanoTime.getAsLong();
        Push push = ring.push(number, true);
        awaitServed(push.version());
        return (nanoTime.getAsLong() - begin) / 1e9;
    }

    /** Has the other of the two versions served by all. */
    void swap() throws IOException {
        int other = ring.view().decision().value().previous();
        awaitServed(ring.rollback(OptionalInt.of(other), System.currentTimeMillis()).current());
    }

    private void awaitServed(int version) throws IOException {
        long begin = nanoTime.getAsLong();
        while (!nodes.stream().allMatch(node -> node.serving() == version)) {
            if (nanoTime.getAsLong() - begin > WAIT_NANOS_MAX) {
                throw new IOException(
                        "version %d is not served: %s".formatted(version, ring.view()));
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    /** Bytes that all nodes have fetched so far. */
    long fetchedBytes() {
        return nodes.stream()
                .mapToLong(node -> node.fetches().peerBytes() + node.fetches().sourceBytes())
                .sum();
    }

    /** How long the last swaps took on each node, in nanoseconds. */
    long[] swapNanos() {
        return nodes.stream().flatMapToLong(node -> Arrays.stream(node.swapNanos())).toArray();
    }

    /** How long each of them took to be made ready. */
    long[] readiedNanos() {
        return nodes.stream().flatMapToLong(node -> Arrays.stream(node.readiedNanos())).toArray();
    }

    /** A reader that asks the right node of each id; the caller closes both. */
    Client client() throws IOException {
        ClientOptions first =
                ClientOptions.of("127.0.0.1", nodes.getFirst().server().port()).over(1, 64);
        ServedState state = new ServedState(List.of(first), nanoTime);
        return new Client(state, RingGraph.open(state, first, "", nanoTime));
    }

    /** A graph, and the state that it asks for routes. */
    record Client(ServedState state, RingGraph graph) implements AutoCloseable {
        @Override
        public void close() {
            graph.close();
            state.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (RingNode node : nodes) {
            node.close();
        }
        registry.close();
    }
}
