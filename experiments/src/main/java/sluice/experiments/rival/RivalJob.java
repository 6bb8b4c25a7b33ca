package sluice.experiments.rival;

import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * A load of the rival.
 *
 * @param input lines of {@code id1 link_type id2 time_ms data}, separated by tabs
 * @param directory where the new database is made
 * @param pair also write the point key of each link
 * @param memoryBytes for rows, sorting and buffers; what does not fit goes through a file in {@code
 *     directory}. The links of one id1 must fit, whatever is given here
 * @param nanoTime the clock of the phases
 */
public record RivalJob(
        Path input,
        Path directory,
        int threads,
        long memoryBytes,
        boolean pair,
        LongSupplier nanoTime) {}
