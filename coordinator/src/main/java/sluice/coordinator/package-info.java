/**
 * Stands between those who read and write a graph and the stores that it lies in: which of them
 * answers, whether an answer is complete, who waits, and what is built next.
 *
 * <p>{@link sluice.coordinator.Coordinator} does what {@link sluice.coordinator.decision.Decisions}
 * decides. Whoever serves a store calls this package.
 */
@NullMarked
package sluice.coordinator;

import org.jspecify.annotations.NullMarked;
