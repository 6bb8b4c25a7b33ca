/**
 * How a plan is carried out: what is done next, whatever went otherwise than planned.
 *
 * <p>{@link sluice.plan.run.PlanRun} is its main type, a pure step function: from a {@link
 * sluice.plan.run.PlanEvent} it makes the next state and {@link sluice.plan.run.PlanAction}s. It
 * never believes that an action was done: it looks at the ranges of the table and does what is
 * missing, so that a run that was killed goes on from what is. {@link sluice.plan.run.RangeStore}
 * is the engine as a plan needs it.
 *
 * <p>Called by {@code cli}, {@code cold-hbase}, {@code experiments} and {@code load}.
 */
@NullMarked
package sluice.plan.run;

import org.jspecify.annotations.NullMarked;
