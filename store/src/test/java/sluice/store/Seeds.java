package sluice.store;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Seeds of random tests: printed, and set again with {@code -Dseed=}. */
final class Seeds {
    private Seeds() {}

    static RandomGenerator random(String test, long usual) {
        long seed = Long.getLong("seed", usual);
        System.out.println(test + " -Dseed=" + seed);
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
