package sluice.experiments.load;

import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How the load benchmark runs.
 *
 * @param links of the input
 * @param directory where inputs and stores go; made where it does not exist
 * @param runs how often everything is measured
 * @param rows which rows of the table
 * @param memoryBytes of each load, but where a row says otherwise
 * @param large measure ten times the links too
 * @param keep leave inputs and stores for the next time or to be looked at
 * @param listSample how many different lists are asked for
 * @param listMillis how long lists are asked for at a time
 * @param help the command whose start is measured
 * @param starts how often it is started
 */
public record LoadBenchmarkOptions(
        long links,
        Path directory,
        int runs,
        Set<BenchmarkRow> rows,
        long memoryBytes,
        boolean large,
        boolean keep,
        int listSample,
        long listMillis,
        List<String> help,
        int starts) {
    /** A tenth of them must still be a graph. */
    private static final long LINKS_MIN = 10_000;

    private static final int STARTS = 20;
    private static final int LIST_SAMPLE = 200_000;
    private static final long LIST_MILLIS = 2000;

    public LoadBenchmarkOptions {
        if (links < LINKS_MIN) {
            throw wrong("--links of %d is too few; give %d or more".formatted(links, LINKS_MIN));
        }
        if (runs < 1) {
            throw wrong("--runs of %d measures nothing; give 1 or more".formatted(runs));
        }
        if (rows.isEmpty()) {
            throw wrong("no row is left to measure; name one, or add --large");
        }
        if (memoryBytes < LoadOptions.MEMORY_BYTES_MIN) {
            throw wrong(
                    "--memory of %d MiB is too little; give %d MiB or more"
                            .formatted(memoryBytes >> 20, LoadOptions.MEMORY_BYTES_MIN >> 20));
        }
        rows = Set.copyOf(rows);
        help = List.copyOf(help);
    }

    /** The usual, on the rows {@code only}, or on all where that is empty. */
    public static LoadBenchmarkOptions of(
            long links,
            Path directory,
            int runs,
            Collection<BenchmarkRow> only,
            long memoryBytes,
            boolean large,
            boolean keep,
            List<String> help) {
        Set<BenchmarkRow> rows = EnumSet.allOf(BenchmarkRow.class);
        if (!only.isEmpty()) {
            rows.retainAll(only);
        }
        rows.removeIf(row -> row.needsLarge() && !large);
        return new LoadBenchmarkOptions(
                links,
                directory,
                runs,
                rows,
                memoryBytes,
                large,
                keep,
                LIST_SAMPLE,
                LIST_MILLIS,
                help,
                STARTS);
    }

    private static SluiceException wrong(String message) {
        return new SluiceException(ErrorCode.CONFIG, message);
    }
}
