package sluice.server;

import java.util.List;

/**
 * How a store stands at one moment.
 *
 * @param buckets all buckets in the order of their ids, equal neighbours as one
 * @param rowsPerSecond that are staged, or built, at this moment
 * @param rows that have been staged
 * @param rowsExpected by the forecast, or counted; 0 where nothing is known
 * @param hotStoreBytes in the hot store
 * @param hotCacheBytes of the hot store's files that are in memory
 * @param hotLists lists of the cold store that the hot store holds whole
 * @param rejects rows that were not taken
 * @param forecasts what was forecast against what came
 */
public record StatusReport(
        Phase phase,
        List<BucketSpan> buckets,
        double rowsPerSecond,
        long rows,
        long rowsExpected,
        long hotStoreBytes,
        long hotCacheBytes,
        HotLists hotLists,
        long rejects,
        List<Forecast> forecasts) {

    /** Of a store that was loaded before and of which nothing more is known. */
    public static final StatusReport COMPLETE =
            new StatusReport(Phase.COMPLETE, List.of(), 0, 0, 0, 0, 0, HotLists.NONE, 0, List.of());

    public StatusReport {
        buckets = List.copyOf(buckets);
        forecasts = List.copyOf(forecasts);
    }

    /**
     * Lists that are answered without the cold store.
     *
     * @param bytes of them
     * @param answers that they gave so far
     */
    public record HotLists(long lists, long bytes, long answers) {
        /** Where no list is held. */
        public static final HotLists NONE = new HotLists(0, 0, 0);
    }

    /** How far a load is. */
    public enum Phase {
        /** Its source is being copied; answers may be partial. */
        STAGING,
        /** All is copied, every answer is complete, and buckets are being built. */
        BUILDING,
        /** No load is running. */
        COMPLETE
    }

    /** How far a bucket is. */
    public enum BucketState {
        STAGED,
        BUILDING,
        BUILT
    }

    /**
     * Neighbouring buckets of which the same is to be told.
     *
     * @param demand 0 for none, up to {@value #DEMAND_MAX} for the most that queries ask for
     */
    public record BucketSpan(BucketState state, int count, int demand) {
        /** The most. */
        public static final int DEMAND_MAX = 9;

        public BucketSpan {
            if (count < 1 || demand < 0 || demand > DEMAND_MAX) {
                throw new IllegalArgumentException(
                        "span of %d buckets with demand %d".formatted(count, demand));
            }
        }
    }

    /**
     * One figure that was forecast.
     *
     * @param name in words, such as "time to uptime"
     * @param unit of both figures, such as "s" or "bytes"
     * @param actual so far
     */
    public record Forecast(String name, String unit, double forecast, double actual) {}

    /** How many buckets are in {@code state}. */
    public int buckets(BucketState state) {
        int count = 0;
        for (BucketSpan span : buckets) {
            count += span.state() == state ? span.count() : 0;
        }
        return count;
    }
}
