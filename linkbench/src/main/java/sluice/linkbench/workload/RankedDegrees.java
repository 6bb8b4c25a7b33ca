package sluice.linkbench.workload;

import java.util.function.LongToDoubleFunction;
import sluice.generate.DegreeRule;
import sluice.generate.RankPermutation;

/** Links in proportion to the share of draws that a distribution gives to the rank of an id. */
record RankedDegrees(
        LongToDoubleFunction share, double links, RankPermutation permutation, long firstId)
        implements DegreeRule {

    @Override
    public long degree(long id) {
        return Math.round(links * share.applyAsDouble(permutation.rank(id - firstId)));
    }
}
