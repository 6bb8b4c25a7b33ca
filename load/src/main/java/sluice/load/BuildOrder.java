package sluice.load;

import java.util.OptionalInt;
import sluice.store.Bucket;

/**
 * Decides which bucket is built next. A pure function of what it is given, so that a test can step
 * it through any history.
 */
@FunctionalInterface
public interface BuildOrder {
    /** The buckets that queries wait for most first, of equal demand the lower one. */
    BuildOrder DEMAND_FIRST = BuildOrder::mostDemanded;

    /** The staged bucket to build next, or empty when none is staged. */
    OptionalInt next(Bucket.State[] states, long[] demand);

    private static OptionalInt mostDemanded(Bucket.State[] states, long[] demand) {
        int best = -1;
        for (int bucket = 0; bucket < states.length; bucket++) {
            if (states[bucket] == Bucket.State.STAGED
                    && (best < 0 || demand[bucket] > demand[best])) {
                best = bucket;
            }
        }
        return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
    }
}
