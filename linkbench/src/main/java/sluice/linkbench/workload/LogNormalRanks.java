package sluice.linkbench.workload;

import java.util.random.RandomGenerator;

/** Values from {@code min} on whose logarithm is normal, cut off at both ends. */
final class LogNormalRanks implements Ranks {
    private final long min;
    private final long count;
    private final double logMedian;
    private final double sigma;

    LogNormalRanks(long min, long count, double median, double sigma) {
        if (!(median > 0 && sigma >= 0)) {
            throw new IllegalArgumentException(
                    "median is %s and sigma %s, expected above 0 and 0 or more"
                            .formatted(median, sigma));
        }
        this.min = min;
        this.count = count;
        logMedian = StrictMath.log(median);
        this.sigma = sigma;
    }

    @Override
    public long next(RandomGenerator random) {
        double value = StrictMath.exp(logMedian + sigma * random.nextGaussian()) + 0.5;
        return Math.clamp((long) value - min, 0, count - 1);
    }
}
