package sluice.linkbench.workload;

import java.util.random.RandomGenerator;

/**
 * A distribution of ranks: 0, the most popular, up to a number that it was made for. Immutable.
 *
 * <p>Each draw takes the same numbers from the random generator as LinkBench's does.
 */
sealed interface Ranks
        permits ZipfRanks, UniformRanks, GeometricRanks, LogNormalRanks, MeasuredRanks {

    long next(RandomGenerator random);
}
