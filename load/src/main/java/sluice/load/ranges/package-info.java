/**
 * Insertion by plan: a load whose buckets go into a table of ranges on several servers splits and
 * moves ranges before its rows come, and gives each server an equal share.
 *
 * <p>{@link sluice.load.ranges.PlannedInsertion} is the main type: it plans for one load and
 * carries that out. {@link sluice.load.ranges.RangePlan} is a plan with its forecast, made from
 * {@link sluice.load.ranges.BatchRows}, which counts what is staged. {@link
 * sluice.load.ranges.PlanDriver} does what {@link sluice.plan.run.PlanRun} decides, and {@link
 * sluice.load.ranges.PlanJournal} writes down how far it is.
 *
 * <p>Called by {@code cli}, {@code experiments} and {@code load.remote}.
 */
@NullMarked
package sluice.load.ranges;

import org.jspecify.annotations.NullMarked;
