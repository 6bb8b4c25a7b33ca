package sluice.linkbench.workload;

import java.util.random.RandomGenerator;
import sluice.generate.RankPermutation;

/** Draws a rank and takes the id that has it. */
record RankedAccess(Ranks ranks, RankPermutation permutation, long firstId) implements IdAccess {

    @Override
    public long next(RandomGenerator random) {
        return firstId + permutation.id(ranks.next(random));
    }

    @Override
    public IdAccess forRequester() {
        return this;
    }
}
