package sluice.readonly.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.GraphReader;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.readonly.route.RingGraph;
import sluice.readonly.route.ServedState;

/**
 * Reads lists of a ring all the time and checks each: its two links tell the version, so that an
 * answer of two versions, of none and of one that was never served is known. Thread-safe.
 */
final class CheckedReader implements AutoCloseable {
    private static final int THREADS = 2;

    /** Processes of a busy machine may stand still for seconds, which is no failure of the ring. */
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private static final long PAUSE_NANOS = 500_000;

    private final int ids;
    private final GraphReader graph;
    private final Runnable owner;
    private final Set<Integer> versions = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isOver;
    private volatile long reads;
    private volatile @Nullable String wrong;

    private CheckedReader(GraphReader graph, Runnable owner, int ids) {
        this.ids = ids;
        this.graph = graph;
        this.owner = owner;
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            threads.add(Thread.ofPlatform().name("reader").daemon().start(() -> readAll(first)));
        }
    }

    /** Reads lists of ids below {@code ids} of the right node; the ring must serve a version. */
    static CheckedReader ofRing(List<ClientOptions> nodes, int ids) {
        ServedState state = new ServedState(nodes, System::nanoTime);
        ClientOptions options = nodes.getFirst().over(1, 64).within(DEADLINE);
        RingGraph graph = RingGraph.open(state, options, "", System::nanoTime);
        return new CheckedReader(
                graph,
                () -> {
                    graph.close();
                    state.close();
                },
                ids);
    }

    /** As above, of one node, which passes on what it does not hold. */
    static CheckedReader ofNode(ClientOptions node, int ids) {
        SluiceClient client = SluiceClient.open(node.over(1, 64).within(DEADLINE));
        return new CheckedReader(client, client::close, ids);
    }

    private void readAll(int first) {
        long id = first;
        while (!isOver) {
            try {
                check(graph, id % ids);
                count();
            } catch (Exception e) {
                fail("id %d: a read failed: %s".formatted(id % ids, e));
            }
            id += THREADS;
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private synchronized void count() {
        reads++;
    }

    private synchronized void fail(String what) {
        wrong = wrong == null ? what : wrong;
    }

    private void check(GraphReader reader, long id) throws Exception {
        LinkQuery query = new LinkQuery(id, 0, Long.MIN_VALUE, Long.MAX_VALUE, 0, 1000);
        LinkList list = reader.linkList(query).value();
        if (list.size() != 2 || Math.abs(list.id2(0) - list.id2(1)) != 1000) {
            fail("id %d: %d links, which no version has".formatted(id, list.size()));
            return;
        }
        versions.add((int) Math.min(list.id2(0), list.id2(1)));
    }

    /** The first wrong answer or failed read; null if there was none. */
    @Nullable String wrong() {
        return wrong;
    }

    long reads() {
        return reads;
    }

    /** The versions that answers were of. */
    Set<Integer> versions() {
        return new TreeSet<>(versions);
    }

    /** Reads no more. */
    void end() {
        isOver = true;
        boolean isInterrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end();
        owner.run();
    }
}
