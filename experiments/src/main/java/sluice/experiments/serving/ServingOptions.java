package sluice.experiments.serving;

import java.nio.file.Path;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How much is measured.
 *
 * @param links of the store
 * @param nodes of the largest ring
 * @param swaps how often the two versions change places
 * @param seconds of reads in each measurement
 * @param memoryBytes for a load and for RocksDB
 * @param directory for all files; it must be empty or missing
 * @param keep leaves them there
 */
public record ServingOptions(
        long links,
        int nodes,
        int swaps,
        double seconds,
        long memoryBytes,
        Path directory,
        boolean keep) {
    public ServingOptions {
        if (links < 10_000 || nodes < 1 || nodes > 16 || swaps < 1 || seconds <= 0) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "links are %d, expected 10k or more; nodes %d, expected 1 to 16; swaps %d, expected 1 or more; seconds %.1f, expected more than 0"
                            .formatted(links, nodes, swaps, seconds));
        }
    }
}
