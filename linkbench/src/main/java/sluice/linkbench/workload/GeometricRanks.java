package sluice.linkbench.workload;

import java.util.random.RandomGenerator;
import sluice.generate.LinkBenchOptions.Profile;

/**
 * Geometric: how many trials fail before the first success. The original gives one too many, except
 * where the draw is exactly 0.
 */
final class GeometricRanks implements Ranks {
    private final long count;
    private final double probability;
    private final double logFailure;
    private final int surplus;

    GeometricRanks(long count, double probability, Profile profile) {
        if (!(probability > 0 && probability < 1)) {
            throw new IllegalArgumentException(
                    "probability is %s, expected between 0 and 1".formatted(probability));
        }
        this.count = count;
        this.probability = probability;
        logFailure = StrictMath.log(1 - probability);
        surplus =
                switch (profile) {
                    case LEGACY -> 0;
                    case CORRECTED -> 1;
                };
    }

    @Override
    public long next(RandomGenerator random) {
        double trials = Math.ceil(StrictMath.log(1 - random.nextDouble()) / logFailure);
        return Math.clamp((long) trials - surplus, 0, count - 1);
    }

    /** The share of draws that should give {@code rank}. */
    double share(long rank) {
        return probability * StrictMath.exp(rank * logFailure);
    }
}
