/**
 * The figures of the paper "Efficient Bulk Insertion into a Distributed Ordered Table", repeated in
 * a model of its servers at its sizes, with the real planner.
 *
 * <p>{@link sluice.experiments.plan.PlanBench} runs them and makes a {@link
 * sluice.experiments.plan.PlanBenchReport}; {@link sluice.experiments.plan.PlanFigure} names them.
 *
 * <p>{@link sluice.experiments.plan.LiveBench} compares ways of inserting in a real HBase, and
 * makes a {@link sluice.experiments.plan.LiveReport}.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.experiments.plan;

import org.jspecify.annotations.NullMarked;
