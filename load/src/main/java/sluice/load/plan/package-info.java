/**
 * Decides before the first chunk: how large chunks and buckets are, and where the borders of the
 * buckets lie.
 *
 * <p>{@link sluice.load.plan.LoadPlan} is the decision; {@link sluice.load.plan.SourceSample} is
 * the part of the source on which it rests, {@link sluice.load.plan.BucketPlanner} cuts the
 * borders, {@link sluice.load.plan.Forecaster} says what time, disk and memory the load will take.
 *
 * <p>Called by {@code cli}, {@code cluster-load}, {@code load}, {@code load.stage} and {@code
 * load.version}.
 */
@NullMarked
package sluice.load.plan;

import org.jspecify.annotations.NullMarked;
