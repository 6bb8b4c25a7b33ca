package sluice.readonly.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
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
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;

/**
 * Makes versions of a small graph and pushes them to a ring of nodes n0, n1 and so on. It repeats
 * what fails while the records are away, and gives up after five minutes. Belongs to one thread.
 */
final class RingOperator {
    private static final int REPLICAS = 2;
    private static final int PARTITIONS = 8;
    private static final int VERSIONS_KEPT = 4;
    private static final long PUSH_MILLIS = TimeUnit.MINUTES.toMillis(3);
    private static final long END_NANOS_MAX = TimeUnit.MINUTES.toNanos(5);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final int nodes;
    private final int ids;
    private final SmallVersions versions;
    private final Storage store;
    private final Ring ring;
    private final TreeSet<Integer> committed = new TreeSet<>();

    /** Makes the first version, in {@code directory}, and the records of a ring that has none. */
    RingOperator(Path directory, Registry registry, int nodes, int ids) throws IOException {
        this.nodes = nodes;
        this.ids = ids;
        versions = new SmallVersions(directory);
        store = DirectoryStorage.create(directory.resolve("graph"));
        versions.next(store, ids);
        ring = new Ring(registry);
        List<Member> members =
                IntStream.range(0, nodes).mapToObj(node -> new Member(name(node), "z")).toList();
        String source = directory.resolve("graph").toString();
        ring.create(
                new Definition(
                        Definition.FORMAT, source, 1, 1, Definition.NO_QUOTA, 1, PUSH_MILLIS),
                Topology.first(members, REPLICAS, PARTITIONS));
    }

    /** The name of a node. */
    static String name(int node) {
        return "n" + node;
    }

    /** Makes the next version of the graph. */
    int next() throws IOException {
        return versions.next(store, ids);
    }

    /** Begins to push the newest version. */
    int push() throws IOException {
        return reached(() -> ring.push(OptionalInt.empty(), false)).version();
    }

    /** Waits for the end of the push of {@code version}. */
    Push.State end(int version) throws IOException {
        long end = System.nanoTime() + END_NANOS_MAX;
        while (true) {
            RingView view = view();
            Held<Push> push = view.pushes().get(version);
            Push.State state = push == null ? Push.State.DONE : push.value().state();
            if (state == Push.State.DONE || state == Push.State.ABORTED) {
                return state;
            }
            assertTrue(System.nanoTime() < end, () -> "it does not end: " + view);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /**
     * Waits until all nodes live, none is disabled, and {@code isServed} is so of the current
     * version.
     */
    void awaitAllNodes(IntPredicate isServed) throws IOException {
        long end = System.nanoTime() + END_NANOS_MAX;
        while (true) {
            RingView view = view();
            if (view.live().size() == nodes
                    && view.decision().value().disabled().isEmpty()
                    && isServed.test(view.decision().value().current())) {
                return;
            }
            assertTrue(System.nanoTime() < end, () -> "a node is missing: " + view);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Publishes {@code version} in the source too, which keeps few. */
    void keep(int version) throws IOException {
        Versions.publish(store, OptionalInt.of(version), 1);
        Versions.keep(store, VERSIONS_KEPT);
    }

    /** Goes back to the version before; false if the nodes do not have it. */
    boolean rollBack() throws IOException {
        RingView view = view();
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

    /** Ends {@code readers}: each of their answers was of a version that was committed. */
    void assertCommitted(CheckedReader... readers) {
        TreeSet<Integer> strange = new TreeSet<>();
        for (CheckedReader reader : readers) {
            reader.end();
            strange.addAll(reader.versions());
        }
        strange.removeAll(committed);
        assertEquals(new TreeSet<Integer>(), strange, "versions that were never committed");
    }

    private RingView view() throws IOException {
        RingView view = reached(ring::view);
        committed.add(view.decision().value().current());
        return view;
    }

    private interface Act<T> {
        T run() throws IOException;
    }

    private static <T> T reached(Act<T> act) throws IOException {
        long end = System.nanoTime() + END_NANOS_MAX;
        while (true) {
            try {
                return act.run();
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }
}
