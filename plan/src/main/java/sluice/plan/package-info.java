/**
 * Planner of bulk insertions into a table that is cut into ranges of keys on several servers.
 *
 * <p>{@link sluice.plan.Planner} is its main type: from a {@link sluice.plan.Placement}, the rows
 * that come and {@link sluice.plan.SplitRules} it makes a {@link sluice.plan.Plan}: which
 * partitions are split at which keys, and which pieces move to which server, before the rows are
 * inserted. {@link sluice.plan.Splitter} decides on splits, {@link sluice.plan.MovePlanner} on
 * moves.
 *
 * <p>All of it is a pure function of whole numbers: no file, clock, randomness or floating point
 * decides anything, so the same input gives the same plan on every machine. {@link
 * sluice.plan.Sampling} alone computes with fractions: it says how large a sample must be.
 *
 * <p>Called by {@code cli}, {@code cold-hbase}, {@code experiments} and {@code load}.
 */
@NullMarked
package sluice.plan;

import org.jspecify.annotations.NullMarked;
