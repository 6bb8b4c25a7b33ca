package sluice.coordinator.decision;

import java.util.List;
import sluice.model.Patience.WhenPartial;

/**
 * Something that happened. Times never run backwards from event to event.
 *
 * <p>Buckets are numbered from 0 in key order; a query's number is its own.
 */
public sealed interface Event {
    /** When, by a clock that never runs backwards. */
    long atNanos();

    /**
     * The buckets of a load or an absorption are known. Those that are {@code built} already need
     * no building.
     *
     * @param rows of each bucket that are still to be merged, as far as is known
     * @param built whether each bucket is built
     */
    record Planned(long atNanos, List<Long> rows, List<Boolean> built) implements Event {
        public Planned {
            rows = List.copyOf(rows);
            built = List.copyOf(built);
            if (rows.size() != built.size()) {
                throw new IllegalArgumentException(
                        "%d rows of %d buckets".formatted(rows.size(), built.size()));
            }
        }
    }

    /** All rows are there: every bucket's content is known. */
    record Uptime(long atNanos) implements Event {}

    /**
     * A query whose answer cannot be complete now.
     *
     * @param firstBucket the first bucket that it needs; all to {@code lastBucket}, included
     * @param untilBuilt whether its store can answer only once the buckets are built; else uptime
     *     is enough
     * @param deadlineNanos by when it must have ended
     */
    record Asked(
            long atNanos,
            long query,
            int firstBucket,
            int lastBucket,
            boolean untilBuilt,
            WhenPartial whenPartial,
            long deadlineNanos)
            implements Event {}

    /** Whoever asked {@code query} has gone. */
    record Left(long atNanos, long query) implements Event {}

    /** Queries that were answered asked so often for a bucket since the last event for it. */
    record Demanded(long atNanos, int bucket, long queries) implements Event {}

    /** Buckets that are to be built before all others, or no longer. */
    record Pinned(long atNanos, int firstBucket, int lastBucket, boolean pinned) implements Event {}

    /** A builder has nothing to do. */
    record Idle(long atNanos, int builder) implements Event {}

    /** A builder that has nothing to do has gone and is given nothing more. */
    record Gone(long atNanos, int builder) implements Event {}

    /** A builder has built the bucket that it was given; readers see it. */
    record Built(long atNanos, int builder, int bucket) implements Event {}

    /** A builder could not build its bucket, which is as it was. */
    record BuildFailed(long atNanos, int builder, int bucket) implements Event {}

    /** A builder was given a bucket that another process builds, or has built. */
    record Refused(long atNanos, int builder, int bucket) implements Event {}

    /** What another process does with a bucket that no builder of this one has. */
    record Elsewhere(long atNanos, int bucket, Doing doing) implements Event {
        /** Builds it, has built it so that readers see it, or does so no longer. */
        public enum Doing {
            BUILDS,
            BUILT,
            NOTHING
        }
    }

    /**
     * All builders have gone, some perhaps with a bucket, which is as it was: building has failed
     * or was stopped. What is left may be built after the buckets are planned anew.
     */
    record Stopped(long atNanos) implements Event {}

    /** What reads took since the last such event; nothing where there were none. */
    record Latency(long atNanos, long p99Nanos, long reads) implements Event {}

    /** How large the hot store is. */
    record HotSize(long atNanos, long bytes, long coldBytes) implements Event {}

    /** Absorbing has ended. */
    record AbsorbEnded(long atNanos, Outcome outcome) implements Event {
        /**
         * The hot store's rows were taken over, or it had none that the cold store lacked, or it
         * failed.
         */
        public enum Outcome {
            DONE,
            NOTHING_THERE,
            FAILED
        }
    }

    /** Time has passed. */
    record Tick(long atNanos) implements Event {}
}
