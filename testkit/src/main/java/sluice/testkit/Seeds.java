package sluice.testkit;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Repeats a random check, seed after seed. A failure names its seed; {@code -Dseed=} replays it,
 * {@code -Dseeds=} sets how many are tried.
 */
public final class Seeds {
    private static final long FIRST = Long.getLong("seed", 1);

    private Seeds() {}

    /** What is checked with one seed. */
    public interface Check {
        void with(SplittableRandom random) throws Exception;
    }

    /** Runs {@code check} with {@code count} seeds, or with those that the command line names. */
    public static void each(int count, Check check) {
        int wanted = Integer.getInteger("seeds", System.getProperty("seed") == null ? count : 1);
        for (long seed = FIRST; seed < FIRST + wanted; seed++) {
            try {
                check.with(new SplittableRandom(seed));
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed=%d: %s".formatted(seed, e.getMessage()), e);
            }
        }
    }

    /**
     * A generator of random numbers for {@code test}: prints its seed, which {@code -Dseed=} sets.
     */
    public static RandomGenerator random(String test, long usual) {
        long seed = Long.getLong("seed", usual);
        System.out.println(test + " -Dseed=" + seed);
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
