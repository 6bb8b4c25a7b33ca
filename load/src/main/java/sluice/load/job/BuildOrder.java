package sluice.load.job;

import java.util.OptionalInt;
import sluice.segment.Borders;
import sluice.store.Bucket;

/**
 * Decides which bucket is built next, and when builders rest. The usual one is a pure function of
 * what it is given; one that knows who waits is in {@code sluice.coordinator}.
 */
@FunctionalInterface
public interface BuildOrder {
    /** The buckets that queries asked for most first, of equal demand the lower one. */
    BuildOrder DEMAND_FIRST = (_, states, demand) -> mostDemanded(states, demand);

    /**
     * All rows are in runs, and building begins; called once, before all others.
     *
     * @param borders where the buckets begin
     * @param rows of each bucket, in runs
     */
    default void begin(Borders borders, Bucket.State[] states, long[] rows) {}

    /**
     * The staged bucket that the builder with this number shall build next, or empty when none is
     * staged. Called by one builder at a time; must return soon.
     */
    OptionalInt next(int builder, Bucket.State[] states, long[] demand);

    /** How long the builder, which has nothing to do, shall wait before it asks for a bucket. */
    default long restNanos(int builder) {
        return 0;
    }

    /** The bucket that the builder was given is built, and readers see it soon. */
    default void built(int builder, int bucket) {}

    /** The bucket that the builder was given is another process's to build, or built by it. */
    default void refused(int builder, int bucket) {}

    /**
     * Another process builds a bucket, has built it, or has given it back, so that it is staged.
     * Told of buckets alone that no builder of this process has.
     */
    default void elsewhere(int bucket, Bucket.State state) {}

    /**
     * All builders have ended before all buckets were built, because one failed or the load was
     * stopped; nothing more is called until {@link #begin} is again.
     */
    default void stopped() {}

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
