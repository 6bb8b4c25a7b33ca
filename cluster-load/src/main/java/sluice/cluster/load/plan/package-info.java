/**
 * The durable plan of a load that is cut into tasks, and its files.
 *
 * <p>{@link sluice.cluster.load.plan.TaskPlan} is the plan; {@link
 * sluice.cluster.load.plan.TaskCuts} cuts source and buckets; {@link
 * sluice.cluster.load.plan.PlanFile} writes and reads it; {@link
 * sluice.cluster.load.plan.SourceRecipe} is how each process opens the source.
 *
 * <p>Called by {@code cli}, {@code cluster.load}, {@code cluster.load.task} and {@code spark}.
 */
@NullMarked
package sluice.cluster.load.plan;

import org.jspecify.annotations.NullMarked;
