package sluice.cli.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import sluice.experiments.plan.LiveOptions;
import sluice.experiments.plan.LiveWay;

/** How a batch is inserted into a live HBase. */
final class LivePlanArguments {
    /** One of the ways, by its key. */
    static final class WayKey extends KeyConverter<LiveWay> {
        WayKey() {
            super(LiveWay::of);
        }
    }

    /** Shown by help. */
    static final class WayKeys extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        WayKeys() {
            super(LiveWay.keyNames());
        }
    }

    @Option(
            names = "--live",
            description = "Insert into an HBase that is started for it, instead of simulating.")
    private boolean isWanted;

    @Option(
            names = "--ways",
            paramLabel = "WAY",
            split = ",",
            converter = WayKey.class,
            completionCandidates = WayKeys.class,
            description = "Insert in these ways only: ${COMPLETION-CANDIDATES}.")
    private List<LiveWay> ways = new ArrayList<>();

    @Option(
            names = "--servers",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many region servers there are (default: ${DEFAULT-VALUE}).")
    private int servers;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "100000",
            description = "How many links the batch has (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--existing",
            paramLabel = "N",
            defaultValue = "20000",
            description = "How many links the table has before (default: ${DEFAULT-VALUE}).")
    private int existing;

    @Option(
            names = "--server-rate",
            paramLabel = "N",
            defaultValue = "200",
            description =
                    "How many links a second each server is given (default: ${DEFAULT-VALUE}).")
    private int rate;

    @Option(
            names = "--questions",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "How many questions a second a client asks all the time (default:"
                            + " ${DEFAULT-VALUE}).")
    private int questions;

    @Option(
            names = "--temp-dir",
            paramLabel = "DIR",
            description =
                    "Where a folder for all files is made, and removed in the end (default: the"
                            + " system's).")
    private @Nullable Path folder;

    boolean isWanted() {
        return isWanted;
    }

    LiveOptions options(long seed) {
        return new LiveOptions(
                ways.isEmpty() ? List.of(LiveWay.values()) : ways,
                servers,
                rows,
                existing,
                rate,
                questions,
                seed,
                folder == null ? Path.of(System.getProperty("java.io.tmpdir")) : folder);
    }
}
