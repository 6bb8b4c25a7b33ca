package sluice.load;

import sluice.load.job.Forecast;

/**
 * What a load took, to be put beside its {@link Forecast}. Of a load that was resumed the times are
 * those of the last try, everything else is that of the whole load.
 *
 * @param stageSeconds until every query could be answered: names, sample, staging
 * @param buildSeconds from then until all was built
 * @param runBytes of all runs
 * @param segmentBytes of all segments of the store now
 * @param diskBytes the most that the store's files took at one time
 * @param chunks into which the source was cut
 * @param buckets of the store
 * @param largestBucketRows of the segment with the most rows; equal keys are one row there
 */
public record LoadOutcome(
        double stageSeconds,
        double buildSeconds,
        long runBytes,
        long segmentBytes,
        long diskBytes,
        long chunks,
        int buckets,
        long largestBucketRows) {}
