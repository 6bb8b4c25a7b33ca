/**
 * A model of servers that insert and move rows, to compare ways of inserting a batch.
 *
 * <p>{@link sluice.plan.simulation.InsertionWay} names the ways and runs each on an {@link
 * sluice.plan.simulation.InsertionCase}: one row at a time while partitions split and move, or
 * planned. The planner is the real one. One resource of each server is modelled; {@link
 * sluice.plan.simulation.EngineModel} says how fast it is and which of its figures were fitted.
 *
 * <p>Called by {@code experiments}.
 */
@NullMarked
package sluice.plan.simulation;

import org.jspecify.annotations.NullMarked;
