package sluice.generate;

import java.util.random.RandomGenerator;

/**
 * The numbers of {@link java.util.Random} of the same seed, draw by draw, for one thread.
 *
 * <p>LinkBench's streams are defined by that generator, which pays for an atomic update with each
 * number; this one costs a third of it.
 */
public final class JavaRandom implements RandomGenerator {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long INCREMENT = 0xBL;
    private static final long MASK = (1L << 48) - 1;
    private static final double DOUBLE_UNIT = 0x1.0p-53;

    private final PolarGaussian gaussian = new PolarGaussian();
    private long state;

    public JavaRandom(long seed) {
        state = (seed ^ MULTIPLIER) & MASK;
    }

    private int next(int bits) {
        long following = (state * MULTIPLIER + INCREMENT) & MASK;
        state = following;
        return (int) (following >>> (48 - bits));
    }

    @Override
    public int nextInt() {
        return next(32);
    }

    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound is " + bound + ", expected 1 or more");
        }
        int mask = bound - 1;
        int drawn = next(31);
        if ((bound & mask) == 0) {
            return (int) ((bound * (long) drawn) >> 31);
        }
        int remainder = drawn % bound;
        // Overflows where the last numbers below 2^31 would favour small remainders.
        while (drawn - remainder + mask < 0) {
            drawn = next(31);
            remainder = drawn % bound;
        }
        return remainder;
    }

    @Override
    public long nextLong() {
        return ((long) next(32) << 32) + next(32);
    }

    @Override
    public double nextDouble() {
        return (((long) next(26) << 27) + next(27)) * DOUBLE_UNIT;
    }

    /** The polar method, of which each second number is kept for the next call. */
    @Override
    public double nextGaussian() {
        return gaussian.next(this);
    }
}
