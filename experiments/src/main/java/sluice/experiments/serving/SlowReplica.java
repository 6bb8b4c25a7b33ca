package sluice.experiments.serving;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import sluice.client.ClientOptions;
import sluice.model.ErrorCode;
import sluice.model.ForwardedReader;
import sluice.model.ForwardedStore;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.readonly.Cut;
import sluice.readonly.Life;
import sluice.readonly.Member;
import sluice.readonly.Topology;
import sluice.readonly.node.RingNode;
import sluice.readonly.route.RingGraph;
import sluice.readonly.route.RingState;
import sluice.report.Facts;
import sluice.report.Facts.Unit;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/**
 * Lists from three nodes of which one takes 200 ms for one answer in twenty: with one replica of
 * each id, which all reads must wait for, and with two, where a second one is asked beside a slow
 * first one. The nodes answer from memory, so that nothing else is slow, and on as many threads as
 * those of a ring.
 */
final class SlowReplica implements AutoCloseable {
    private static final int NODES = 3;
    private static final int PARTITIONS = 63;
    private static final int IDS = PARTITIONS * 16;
    private static final int LIST = 10;
    private static final int READERS = 16;
    private static final int READS_PER_SLOW_ANSWER = 20;
    private static final long SLOW_NANOS = 200_000_000;
    private static final long NANOS_MAX = 60_000_000_000L;

    private final List<SluiceServer> servers = new ArrayList<>();
    private final AtomicLong asked = new AtomicLong();
    private final LongSupplier nanoTime;

    /** A node that counts what it is asked, and answers slowly now and then if it is to. */
    private final class Answering extends ForwardedStore {
        private final GraphStore graph;
        private final boolean isSlow;
        private final AtomicLong answers = new AtomicLong();

        Answering(GraphStore graph, boolean isSlow) {
            super(graph);
            this.graph = graph;
            this.isSlow = isSlow;
        }

        @Override
        public GraphReader with(Patience patience) {
            return new ForwardedReader() {
                @Override
                protected GraphReader reader() {
                    asked.incrementAndGet();
                    if (isSlow && answers.incrementAndGet() % READS_PER_SLOW_ANSWER == 0) {
                        LockSupport.parkNanos(this, SLOW_NANOS);
                    }
                    return graph;
                }

                @Override
                public void close() {}
            };
        }
    }

    private SlowReplica(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Adds what {@code reads} lists took in both ways, and how many more requests were sent. */
    static void measure(Facts facts, int reads, LongSupplier nanoTime) throws IOException {
        try (SlowReplica ring = new SlowReplica(nanoTime)) {
            ring.start();
            Histogram alone = ring.read(1, reads);
            long before = ring.asked.get();
            Histogram beside = ring.read(2, reads);
            long read = 2 * beside.getTotalCount();
            long more = ring.asked.get() - before - read;
            String title = "lists, one node of three slow in 5 % of answers";
            facts.add(
                            "slow_alone_p999_micros",
                            title + ", one replica: p99.9 µs",
                            alone.getValueAtPercentile(99.9) / 1e3,
                            Unit.PLAIN)
                    .add(
                            "slow_p999_micros",
                            title + ", two: p99.9 µs",
                            beside.getValueAtPercentile(99.9) / 1e3,
                            Unit.PLAIN)
                    .add(
                            "slow_ratio",
                            "the first ÷ the second",
                            alone.getValueAtPercentile(99.9)
                                    / (double) beside.getValueAtPercentile(99.9),
                            Unit.PLAIN)
                    .add(
                            "slow_more_percent",
                            "of 100 reads, those that asked a second replica",
                            100.0 * more / read,
                            Unit.PLAIN);
        }
    }

    private void start() throws IOException {
        MemoryGraph graph = new MemoryGraph(0);
        for (long id = 0; id < IDS; id++) {
            for (long id2 = 0; id2 < LIST; id2++) {
                graph.addLink(
                        new Link(
                                id,
                                ServingInput.LINK_TYPE,
                                id2,
                                Visibility.VISIBLE,
                                0,
                                id2,
                                new byte[8]));
            }
        }
        for (int i = 0; i < NODES; i++) {
            servers.add(
                    SluiceServer.start(
                            ServerOptions.LOCAL
                                    .at("127.0.0.1", 0, ServerOptions.NO_HTTP)
                                    .threads(
                                            RingNode.READ_THREADS,
                                            ServerOptions.LOCAL.writeThreads()),
                            new Answering(graph, i == 0),
                            () -> StatusReport.COMPLETE));
        }
    }

    private RingState state(int replicas) {
        List<Member> members =
                IntStream.range(0, NODES).mapToObj(i -> new Member("n" + i, "z")).toList();
        Map<String, Life> lives = new TreeMap<>();
        for (int i = 0; i < NODES; i++) {
            lives.put("n" + i, new Life(Life.FORMAT, "127.0.0.1", servers.get(i).port(), -1, "1"));
        }
        int ids = IDS / PARTITIONS;
        List<Cut> cuts =
                IntStream.range(0, PARTITIONS)
                        .mapToObj(i -> new Cut((long) i * ids, i, 1))
                        .toList();
        return new RingState(
                RingState.FORMAT,
                1,
                1,
                Topology.first(members, replicas, PARTITIONS),
                cuts,
                lives,
                Set.of(),
                Set.of());
    }

    /** Reads {@code reads} lists, and as many before that are not counted. */
    private Histogram read(int replicas, int reads) throws IOException {
        RingState state = state(replicas);
        ClientOptions options = ClientOptions.of("127.0.0.1", 1).over(1, 64);
        try (RingGraph graph = RingGraph.open(_ -> state, options, "", nanoTime)) {
            read(graph, reads);
            return read(graph, reads);
        }
    }

    private Histogram read(GraphReader graph, int reads) throws IOException {
        Histogram all = new Histogram(NANOS_MAX, 3);
        List<Future<Histogram>> parts = new ArrayList<>();
        try (ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            for (int i = 0; i < READERS; i++) {
                int first = i;
                parts.add(readers.submit(() -> readPart(graph, first, reads)));
            }
            for (Future<Histogram> part : parts) {
                all.add(part.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "stopped while lists were read", e);
        } catch (ExecutionException e) {
            throw new IOException("a list could not be read: " + e.getCause(), e.getCause());
        }
        return all;
    }

    private Histogram readPart(GraphReader graph, int first, int reads) throws IOException {
        Histogram nanos = new Histogram(NANOS_MAX, 3);
        for (int i = first; i < reads; i += READERS) {
            long begin = nanoTime.getAsLong();
            Reads.list(graph, i * 7L % IDS);
            nanos.recordValue(Math.min(NANOS_MAX, nanoTime.getAsLong() - begin));
        }
        return nanos;
    }

    @Override
    public void close() {
        servers.forEach(SluiceServer::close);
    }
}
