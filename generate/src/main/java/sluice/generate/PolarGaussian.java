package sluice.generate;

import java.util.random.RandomGenerator;

/**
 * Normally distributed numbers by Marsaglia's polar method, of which each second one is kept for
 * the next call, as {@link java.util.Random} does it. Belongs to one thread.
 */
final class PolarGaussian {
    private double spare;
    private boolean hasSpare;

    double next(RandomGenerator random) {
        if (hasSpare) {
            hasSpare = false;
            return spare;
        }
        double x;
        double y;
        double square;
        do {
            x = 2 * random.nextDouble() - 1;
            y = 2 * random.nextDouble() - 1;
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        double factor = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
        spare = y * factor;
        hasSpare = true;
        return x * factor;
    }
}
