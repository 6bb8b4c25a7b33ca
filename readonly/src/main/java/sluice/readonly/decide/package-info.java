/**
 * The decisions of a ring as pure step functions: {@link sluice.readonly.decide.PushDecisions} for
 * the leader, {@link sluice.readonly.decide.NodeReconciler} for each node.
 *
 * <p>Both compare what the records say with what is there, and return what is to be done next; they
 * do nothing themselves, so that a simulation can try all orders of failures.
 *
 * <p>Called by {@code readonly.node}.
 */
@NullMarked
package sluice.readonly.decide;

import org.jspecify.annotations.NullMarked;
