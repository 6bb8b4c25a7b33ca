package sluice.hot.mysql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import sluice.model.HotIngest;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.servers.mariadb.MariaDbHome;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbServer;

/**
 * Measures how fast rows come in: {@code LINKS INGESTS}, in each engine. Links have 100 bytes of
 * data, ids have 10 links on average, and an ingest has a range of ids of its own.
 */
final class IngestRateMain {
    private static final int DATA_BYTES = 100;
    private static final int LINKS_OF_ID = 10;

    private IngestRateMain() {}

    public static void main(String[] arguments) throws Exception {
        int links = Integer.parseInt(arguments[0]);
        int ingests = Integer.parseInt(arguments[1]);
        MariaDbHome home = MariaDbHome.find().orElseThrow();
        MariaDbOptions options = new MariaDbOptions(1L << 30, true, false);
        try (MariaDbServer server = MariaDbServer.startTemporary(home, options)) {
            for (int round = 0; round < 2; round++) {
                for (MySqlEngine engine : MySqlEngine.values()) {
                    MySqlAddress address =
                            TestServer.address(server, "rate", "?engine=" + engine.sqlName());
                    try (MySqlHotStore hot = MySqlHotStore.open(address)) {
                        long begin = System.nanoTime();
                        load(hot, links, ingests);
                        double seconds = (System.nanoTime() - begin) / 1e9;
                        System.out.printf(
                                "%s: %d links, %d ingests, %.1f s, %.0f links/s, %d MiB%n",
                                engine.sqlName(),
                                links,
                                ingests,
                                seconds,
                                links / seconds,
                                hot.sizeBytes() >> 20);
                    }
                }
            }
        }
    }

    private static void load(MySqlHotStore hot, int links, int ingests) throws Exception {
        List<Callable<Void>> tasks = new ArrayList<>();
        int share = links / ingests;
        for (int i = 0; i < ingests; i++) {
            int first = i * share / LINKS_OF_ID;
            SplittableRandom random = new SplittableRandom(i);
            tasks.add(
                    () -> {
                        load(hot, first, share, random);
                        return null;
                    });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(ingests)) {
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
    }

    private static void load(MySqlHotStore hot, long firstId, int links, SplittableRandom random)
            throws IOException {
        byte[] data = new byte[DATA_BYTES];
        random.nextBytes(data);
        try (HotIngest ingest = hot.ingest()) {
            for (int i = 0; i < links; i++) {
                long id1 = firstId + i / LINKS_OF_ID;
                long id2 = (long) (i % LINKS_OF_ID) * 1_000_000 + random.nextInt(1_000_000);
                long time = 1_600_000_000_000L + random.nextInt(1 << 30);
                ingest.add(new Link(id1, 1, id2, Visibility.VISIBLE, 0, time, data));
            }
            ingest.commit();
        }
    }
}
