package sluice.linkbench.workload;

import java.util.random.RandomGenerator;

/** Every rank is drawn equally often. */
record UniformRanks(long count) implements Ranks {

    @Override
    public long next(RandomGenerator random) {
        return below(count, random);
    }

    /** As LinkBench draws it where it can: its numbers have 31 bits at most. */
    static long below(long bound, RandomGenerator random) {
        return bound <= Integer.MAX_VALUE ? random.nextInt((int) bound) : random.nextLong(bound);
    }
}
