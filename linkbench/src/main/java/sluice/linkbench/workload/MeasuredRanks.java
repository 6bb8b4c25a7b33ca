package sluice.linkbench.workload;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import sluice.generate.DistributionFile;

/**
 * Ranks accessed as often as nodes of a real graph were: a section of LinkBench's distribution
 * file.
 *
 * <p>A node of so many accesses belongs to the groups 1, 2, … up to that number. A draw chooses a
 * group by its size, then one of its ranks. The original walks through each group's ranks in turn
 * instead, from the group's end on and with counters that all threads share.
 */
final class MeasuredRanks implements Ranks {
    private final double[] sizesUpTo;
    private final long[] groupSizes;

    MeasuredRanks(long count, DistributionFile.Section accesses) {
        int groups = Math.toIntExact(accesses.values()[accesses.values().length - 1]);
        sizesUpTo = new double[groups];
        groupSizes = new long[groups];
        double sum = 0;
        int point = 0;
        for (int group = 1; group <= groups; group++) {
            while (accesses.values()[point] < group) {
                point++;
            }
            double share = 1 - (point == 0 ? 0 : accesses.shares()[point - 1]);
            sum += share;
            sizesUpTo[group - 1] = sum;
            groupSizes[group - 1] = Math.max(1, Math.round(share * count));
        }
    }

    @Override
    public long next(RandomGenerator random) {
        double drawn = sizesUpTo[sizesUpTo.length - 1] * random.nextDouble();
        int place = Arrays.binarySearch(sizesUpTo, drawn);
        int group = place < 0 ? -place - 1 : place;
        return UniformRanks.below(groupSizes[group], random);
    }
}
