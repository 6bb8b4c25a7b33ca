package sluice.linkbench.workload;

import java.util.random.RandomGenerator;

/**
 * Zipf: rank r is drawn as often as (r + 1)^-shape, by the approximation of Gray and others,
 * "Quickly generating billion-record synthetic databases" (SIGMOD 1994).
 */
final class ZipfRanks implements Ranks {
    private static final double EULER_GAMMA = 0.5772156649;

    /** From so many numbers on LinkBench does not sum them up. */
    private static final long EXACT_COUNT_MAX = 100_000;

    /** How far apart, as a share, two powers of the same numbers may be, with room to spare. */
    private static final double POWER_SLACK = 0x1p-49;

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

    /** The rank at {@code quantile}, from 0 to below 1. Some 25 ns. */
    long rank(double quantile) {
        double scaled = quantile * zeta;
        if (scaled < 1) {
            return 0;
        }
        if (scaled < secondLimit) {
            return Math.min(1, count - 1);
        }
        if (shape == 1) {
            // What the formula below becomes as the shape nears 1.
            return floor(count * StrictMath.exp(eta * (quantile - 1)));
        }
        double base = eta * quantile - eta + 1;
        // Two ways to take a power, each right to one unit in the last place: the fast one decides
        // unless a whole number is so near that the other one, which is the same on every machine,
        // could be on its other side.
        double place = count * Math.pow(base, alpha);
        double above = place - Math.floor(place);
        double slack = place * POWER_SLACK;
        if (above < slack || above > 1 - slack) {
            place = count * StrictMath.pow(base, alpha);
        }
        return floor(place);
    }

    private long floor(double place) {
        return Math.min((long) place, count - 1);
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
