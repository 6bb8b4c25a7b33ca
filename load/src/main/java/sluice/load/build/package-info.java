/**
 * Building: a bucket's slices of all runs and its earlier segment become one segment, in the order
 * of demand.
 *
 * <p>{@link sluice.load.build.Builder} merges and publishes; {@link sluice.load.build.BuildTurns}
 * hands out buckets to its threads; {@link sluice.load.build.TouchedBuckets} tells which buckets
 * the runs of a load change.
 *
 * <p>Called by {@code cluster-load}, {@code load} and {@code load.remote}.
 */
@NullMarked
package sluice.load.build;

import org.jspecify.annotations.NullMarked;
