package sluice.cold.hbase;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.BucketStore;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Visibility;
import sluice.servers.hbase.HBaseServers;

/**
 * How fast it is; not part of the build, as its name does not end in Test:
 *
 * <pre>
 * mvn -pl cold-hbase -am test -Dtest=HBaseMeasurement -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dlinks=1000000 -Dshape=ONE_PROCESS -Doptions=compression=gz
 * </pre>
 */
class HBaseMeasurement {
    private static final int BUCKETS = 10;
    private static final int LINKS_A_LIST = 50;
    private static final int SECONDS = 5;

    @TempDir private Path folder;

    private final LongSupplier nanos = System::nanoTime;
    private final byte[] data = new byte[24];

    @Test
    void measure() throws Exception {
        int links = Integer.getInteger("links", 1_000_000);
        HBaseServers.Shape shape =
                HBaseServers.Shape.valueOf(System.getProperty("shape", "ONE_PROCESS"));
        String options = System.getProperty("options", "");
        long begin = nanos.getAsLong();
        try (HBaseServers servers = HBaseServers.start(folder, shape);
                BucketStore store =
                        HBaseColdStore.open(
                                servers.address("speed", options), new SplittableRandom(1))) {
            say("%s %s ready in %d ms", shape, options, millisSince(begin));
            int ids = links / LINKS_A_LIST / BUCKETS;
            long[] firstIds = new long[BUCKETS];
            for (int bucket = 0; bucket < BUCKETS; bucket++) {
                firstIds[bucket] = (long) bucket * ids;
            }
            begin = nanos.getAsLong();
            store.prepare(firstIds);
            say("table of %d buckets made in %d ms", BUCKETS, millisSince(begin));
            for (int bucket = 0; bucket < BUCKETS; bucket++) {
                build(store, bucket, ids);
            }
            long end = (long) ids * BUCKETS;
            for (int threads : new int[] {1, 8, 64}) {
                for (int limit : new int[] {10, LINKS_A_LIST}) {
                    lists(store, end, threads, limit);
                    lists(store, end, threads, limit);
                }
            }
            points(store, end, 8);
        }
    }

    private void build(BucketStore store, int bucket, int ids) throws IOException {
        Random random = new Random(bucket);
        long begin = nanos.getAsLong();
        try (BucketStore.BucketWriter writer = store.build(1, bucket, "test")) {
            long opened = millisSince(begin);
            begin = nanos.getAsLong();
            for (long id = (long) bucket * ids; id < (long) (bucket + 1) * ids; id++) {
                random.nextBytes(data);
                writer.node(new Node(id, 1, 1, id, data.clone()));
                for (int link = 0; link < LINKS_A_LIST; link++) {
                    long time = 1_700_000_000_000L - link * 1000L;
                    long id2 = id2(id, link);
                    writer.link(new Link(id, 1, id2, Visibility.VISIBLE, 1, time, data.clone()));
                }
                writer.count(id, 1, 0, LINKS_A_LIST);
            }
            long written = nanos.getAsLong() - begin;
            begin = nanos.getAsLong();
            long bytes = writer.commit();
            int rows = ids * LINKS_A_LIST;
            say(
                    "bucket %d: opened in %d ms, %d links at %d links/s, %d bytes (%d a link),"
                            + " commit %d ms",
                    bucket,
                    opened,
                    rows,
                    rows * 1_000_000_000L / written,
                    bytes,
                    bytes / rows,
                    millisSince(begin));
        }
    }

    private void lists(BucketStore store, long ids, int threads, int limit) throws Exception {
        LongAdder count = new LongAdder();
        run(
                threads,
                random -> {
                    LinkQuery query = LinkQuery.newest(random.nextLong(ids), 1, limit);
                    if (store.reader().linkList(query).value().size() != limit) {
                        throw new IOException("a list is short");
                    }
                    count.increment();
                });
        say("%d threads, lists of %d: %d a second", threads, limit, count.sum() / SECONDS);
    }

    private void points(BucketStore store, long ids, int threads) throws Exception {
        LongAdder count = new LongAdder();
        run(
                threads,
                random -> {
                    long id = random.nextLong(ids);
                    long id2 = id2(id, random.nextInt(LINKS_A_LIST));
                    if (store.reader().link(id, 1, id2).value().isEmpty()) {
                        throw new IOException("a link is missing");
                    }
                    count.increment();
                });
        say("%d threads, links: %d a second", threads, count.sum() / SECONDS);
    }

    /** Odd numbers times a constant are all different, and in no order. */
    private static long id2(long id, int link) {
        return (id * LINKS_A_LIST + link) * 0x9E3779B97F4A7C15L;
    }

    private interface Request {
        void send(Random random) throws IOException;
    }

    private void run(int threads, Request request) throws Exception {
        long end = nanos.getAsLong() + SECONDS * 1_000_000_000L;
        List<Future<?>> runs = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(thread);
                runs.add(
                        executor.submit(
                                () -> {
                                    while (nanos.getAsLong() < end) {
                                        request.send(random);
                                    }
                                    return null;
                                }));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        }
    }

    private long millisSince(long begin) {
        return (nanos.getAsLong() - begin) / 1_000_000;
    }

    private static void say(String format, Object... values) {
        System.out.println(format.formatted(values));
    }
}
