package sluice.bench.linkbench;

import java.util.random.RandomGenerator;

/**
 * Zipf: rank r is drawn as often as (r + 1)^-shape, by the approximation of Gray and others,
 * "Quickly generating billion-record synthetic databases" (SIGMOD 1994).
 */
final class ZipfRanks implements Ranks {
    private static final double EULER_GAMMA = 0.5772156649;

    /** From so many numbers on LinkBench does not sum them up. */
    private static final long EXACT_COUNT_MAX = 100_000;

    private final long count;
    private final double shape;
    private final double zeta;
    private final double secondLimit;

    /** The exponent of the inverse; not finite where the shape is 1, which has a formula apart. */
    private final double alpha;

    private final double eta;

    ZipfRanks(long count, double shape) {
        if (!(shape > 0)) {
            throw new IllegalArgumentException("Zipf's shape is " + shape + ", expected above 0");
        }
        this.count = count;
        this.shape = shape;
        zeta = harmonic(count, shape);
        secondLimit = 1 + StrictMath.pow(0.5, shape);
        alpha = 1 / (1 - shape);
        double headShare = harmonic(2, shape) / zeta;
        eta =
                shape == 1
                        ? StrictMath.log(count / 2.0) / (1 - headShare)
                        : (1 - StrictMath.pow(2.0 / count, 1 - shape)) / (1 - headShare);
    }

    @Override
    public long next(RandomGenerator random) {
        return rank(random.nextDouble());
    }

    /** The rank at {@code quantile}, from 0 to below 1. Some 30 ns, nearly all for the power. */
    long rank(double quantile) {
        double scaled = quantile * zeta;
        if (scaled < 1) {
            return 0;
        }
        if (scaled < secondLimit) {
            return Math.min(1, count - 1);
        }
        // The second formula is what the first becomes as the shape nears 1.
        double place =
                shape == 1
                        ? StrictMath.exp(eta * (quantile - 1))
                        : StrictMath.pow(eta * quantile - eta + 1, alpha);
        return Math.min((long) (count * place), count - 1);
    }

    /** The share of draws that gives {@code rank}. */
    double share(long rank) {
        return StrictMath.pow(rank + 1.0, -shape) / zeta;
    }

    double zeta() {
        return zeta;
    }

    /** The sum of i^-shape for i from 1 to {@code count}. */
    private static double harmonic(long count, double shape) {
        if (shape <= 1 && count >= EXACT_COUNT_MAX) {
            return shape == 1
                    ? StrictMath.log((double) count) + EULER_GAMMA
                    : StrictMath.pow((double) count, 1 - shape) / (1 - shape)
                            + 0.58
                            - 1 / (1 - shape);
        }
        double sum = 0;
        long summed = Math.min(count, EXACT_COUNT_MAX);
        for (long i = 1; i <= summed; i++) {
            sum += StrictMath.pow((double) i, -shape);
        }
        return summed == count ? sum : sum + tail(summed, count, shape);
    }

    /** The sum from {@code from} + 1 to {@code to} by Euler and Maclaurin, exact to 13 digits. */
    private static double tail(long from, long to, double shape) {
        double first = StrictMath.pow((double) from, -shape);
        double last = StrictMath.pow((double) to, -shape);
        double integral = (first * from - last * to) / (shape - 1);
        return integral + (last - first) / 2 + shape * (first / from - last / to) / 12;
    }
}
