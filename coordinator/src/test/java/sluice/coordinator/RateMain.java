package sluice.coordinator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * How many operations a second a merged graph does, kind by kind and in LinkBench's mix: {@code
 * DIRECTORY SECONDS IDS WINDOW_MILLIS THREADS…}, the window 0 where writes wait for the disk. Every
 * id has five links and a node in the cold store; the first tenth of the ids has ten more links in
 * the hot store, which single kinds of reads ask for.
 *
 * <p>To be run by hand; figures are those of one run of everything in one process.
 */
final class RateMain {
    private static final long TYPE = 123456789;
    private static final int COLD_LINKS = 5;
    private static final int HOT_LINKS = 10;
    private static final byte[] DATA = "fourteen bytes".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NODE_DATA = new byte[200];

    private final MergedGraph graph;
    private final int ids;

    /** One operation on the graph. */
    private interface Operation {
        void run(RandomGenerator random) throws IOException;
    }

    private RateMain(MergedGraph graph, int ids) {
        this.graph = graph;
        this.ids = ids;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = Path.of(arguments[0]);
        long nanos = Long.parseLong(arguments[1]) * 1_000_000_000L;
        int ids = Integer.parseInt(arguments[2]);
        LoadedStore store = new LoadedStore(directory, nodes(ids), links(ids), 4 << 20, 8 << 20);
        store.load(LoadedStore.Until.BUILT);
        long window = Long.parseLong(arguments[3]);
        Durability durability = window == 0 ? Durability.SYNC : new Durability.Async(window);
        HotOptions options = new HotOptions(256L << 20, durability);
        try (StoreCold cold = store.cold();
                RocksHotStore hot = RocksHotStore.open(directory.resolve("hot"), options)) {
            RateMain rates = new RateMain(HotDirectory.graph(hot, cold, ids + 1L), ids);
            rates.fill();
            for (int i = 4; i < arguments.length; i++) {
                rates.measure(Integer.parseInt(arguments[i]), nanos);
            }
        }
    }

    private static List<Node> nodes(int ids) {
        List<Node> nodes = new ArrayList<>();
        for (long id = 1; id <= ids; id++) {
            nodes.add(new Node(id, 2048, 1, 1, DATA));
        }
        return nodes;
    }

    private static List<Link> links(int ids) {
        List<Link> links = new ArrayList<>();
        for (long id = 1; id <= ids; id++) {
            for (int i = 0; i < COLD_LINKS; i++) {
                links.add(link(id, id + i, i));
            }
        }
        return links;
    }

    private static Link link(long id1, long id2, long time) {
        return new Link(id1, TYPE, id2, Visibility.VISIBLE, 0, time, DATA);
    }

    /** With many threads, since each write waits for the disk. */
    private void fill() throws InterruptedException {
        AtomicLong next = new AtomicLong();
        long links = (long) ids / 10 * HOT_LINKS;
        runThreads(
                64,
                _ -> {
                    for (long i = next.getAndIncrement(); i < links; i = next.getAndIncrement()) {
                        graph.addLink(link(1 + i / HOT_LINKS, ids + i % HOT_LINKS, 100 + i));
                    }
                });
    }

    private void measure(int threads, long nanos) throws InterruptedException {
        AtomicLong fresh = new AtomicLong(1L << 40);
        measure("mix", threads, nanos, this::mixed);
        measure("list, hot", threads, nanos, random -> list(1 + random.nextInt(ids / 10)));
        measure("list, cold", threads, nanos, random -> list(ids - random.nextInt(ids / 2)));
        measure("count, hot", threads, nanos, random -> count(1 + random.nextInt(ids / 10)));
        measure("get, hot", threads, nanos, random -> get(1 + random.nextInt(ids / 10), ids));
        measure("get, cold", threads, nanos, random -> get(ids - random.nextInt(ids / 2), 7));
        measure(
                "add",
                threads,
                nanos,
                random ->
                        graph.addLink(link(1 + random.nextInt(ids), fresh.getAndIncrement(), 200)));
    }

    private void mixed(RandomGenerator random) throws IOException {
        double skew = random.nextDouble();
        long id = 1 + (long) (ids * skew * skew * skew);
        double share = random.nextDouble() * 100;
        if (share < 50.71) {
            list(id);
        } else if (share < 55.6) {
            count(id);
        } else if (share < 56.13) {
            graph.links(id, TYPE, new long[] {id, id + 1, id + 2});
        } else if (share < 65.12) {
            graph.addLink(link(id, id + random.nextInt(100), random.nextInt()));
        } else if (share < 73.13) {
            graph.addLink(link(id, id + random.nextInt(5), random.nextInt()));
        } else if (share < 76.12) {
            graph.deleteLink(id, TYPE, id + random.nextInt(5), Deletion.HIDE);
        } else if (share < 89.05) {
            graph.node(id);
        } else if (share < 91.62) {
            graph.addNode(new Node(0, 2048, 1, 1, NODE_DATA));
        } else if (share < 98.99) {
            graph.updateNode(new Node(id, 2048, 2, 2, NODE_DATA));
        } else {
            graph.deleteNode(id, 2048);
        }
    }

    private void list(long id1) throws IOException {
        graph.linkList(LinkQuery.newest(id1, TYPE, 10_000));
    }

    private void count(long id1) throws IOException {
        graph.count(id1, TYPE);
    }

    private void get(long id1, long id2) throws IOException {
        graph.link(id1, TYPE, id2);
    }

    private static void measure(String what, int threads, long nanos, Operation operation)
            throws InterruptedException {
        runFor(threads, nanos / 2, operation);
        long begin = System.nanoTime();
        long done = runFor(threads, nanos, operation);
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                Locale.ROOT, "%3d threads  %-12s %,10.0f /s%n", threads, what, done / seconds);
    }

    private static long runFor(int threads, long nanos, Operation operation)
            throws InterruptedException {
        AtomicLong done = new AtomicLong();
        runThreads(
                threads,
                random -> {
                    long end = System.nanoTime() + nanos;
                    long own = 0;
                    while (System.nanoTime() < end) {
                        operation.run(random);
                        own++;
                    }
                    done.addAndGet(own);
                });
        return done.get();
    }

    private static void runThreads(int count, Operation operation) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(count);
        SplittableRandom seeds = new SplittableRandom(count);
        for (int i = 0; i < count; i++) {
            SplittableRandom own = seeds.split();
            Thread.ofPlatform()
                    .start(
                            () -> {
                                try {
                                    operation.run(own);
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                } finally {
                                    ended.countDown();
                                }
                            });
        }
        ended.await();
    }
}
