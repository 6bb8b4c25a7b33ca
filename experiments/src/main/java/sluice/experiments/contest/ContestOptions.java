package sluice.experiments.contest;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How large the serving benchmark is.
 *
 * @param ids of the graph; each has 4.4 to 5 links on the mean
 * @param trial how long each number of requesters is tried
 * @param measured how long the best one is measured, and each open loop
 * @param loadIds of the graph that is loaded while queries come
 * @param settings of LinkBench that come before those of the benchmark
 */
public record ContestOptions(
        long ids,
        Duration trial,
        Duration measured,
        long loadIds,
        List<Part> parts,
        Map<String, String> settings) {

    /** In less time nothing is measured: most of it is lost in starting threads. */
    private static final Duration TIME_MIN = Duration.ofMillis(50);

    /** What can be measured by itself. */
    public enum Part {
        /** Queries while a store loads; first, before others fill the heap of the process. */
        LOAD,
        /** LinkBench on MariaDB; the others are compared with it. */
        MARIADB,
        /** LinkBench on a Sluice server. */
        GRPC,
        /** LinkBench on a Sluice store in this process. */
        SLUICE,
        /** A hot store of 200 MiB whose files RocksDB has merged, alone. */
        COMPACTED,
        /** The driver alone. */
        NONE
    }

    public ContestOptions {
        parts = List.copyOf(parts);
        settings = Map.copyOf(settings);
        if (ids < 1000
                || loadIds < 1000
                || trial.compareTo(TIME_MIN) < 0
                || measured.compareTo(TIME_MIN) < 0) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%d ids, %d ids while loading, %d ms and %d ms; expected 1000 ids and %d ms or more"
                            .formatted(
                                    ids,
                                    loadIds,
                                    trial.toMillis(),
                                    measured.toMillis(),
                                    TIME_MIN.toMillis()));
        }
    }
}
