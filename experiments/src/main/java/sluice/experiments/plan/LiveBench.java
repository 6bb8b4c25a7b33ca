package sluice.experiments.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import sluice.experiments.WorkFolder;
import sluice.experiments.debl.ColdStoreOpener;
import sluice.servers.hbase.HBaseServers;

/**
 * Inserts a batch into a live HBase in several ways, and compares them.
 *
 * <p>All region servers are in one process. Each is given a fixed number of rows a second, well
 * below what the machine can do, so that times show balance and not the machine's speed.
 */
public final class LiveBench {
    /** HBase balances as often and splits as soon as the paper's system does. */
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "hbase.balancer.period", "10000",
                    "hbase.hregion.max.filesize", Long.toString(2 << 20),
                    "hbase.hregion.memstore.flush.size", Long.toString(1 << 20));

    private LiveBench() {}

    /**
     * Starts an HBase, inserts, and removes all of it.
     *
     * @param options in whose folder one is made for all files
     * @param coldStores opens the tables of HBase
     * @param stop asked while rows come; the rest is left out once it says so
     * @param progress takes a line for each way
     */
    public static LiveReport run(
            LiveOptions options,
            ColdStoreOpener coldStores,
            Instant started,
            LongSupplier nanoClock,
            BooleanSupplier stop,
            Consumer<String> progress)
            throws IOException {
        Path folder = Files.createTempDirectory(options.folder(), "sluice-plan-");
        LiveOptions inFolder =
                new LiveOptions(
                        options.ways(),
                        options.servers(),
                        options.rows(),
                        options.existing(),
                        options.rate(),
                        options.questions(),
                        options.seed(),
                        folder);
        List<LiveResult> results = new ArrayList<>();
        try {
            progress.accept("starting %d region servers".formatted(options.servers()));
            try (HBaseServers hbase =
                    HBaseServers.start(
                            folder.resolve("hbase"),
                            HBaseServers.Shape.ONE_PROCESS,
                            options.servers(),
                            SETTINGS)) {
                for (LiveWay way : options.ways()) {
                    if (stop.getAsBoolean()) {
                        break;
                    }
                    progress.accept(way.title());
                    LiveResult result =
                            new LiveInsertion(way, inFolder, hbase, coldStores, nanoClock, stop)
                                    .run();
                    if (!stop.getAsBoolean()) {
                        results.add(result);
                        progress.accept(LiveReport.line(result));
                    }
                }
            }
        } finally {
            WorkFolder.delete(folder);
        }
        return new LiveReport(options, results, started);
    }
}
