/**
 * Stands between those who read and write a graph and the stores that it lies in: which of them
 * answers, whether an answer is complete, who waits, and what is built next.
 *
 * <p>{@link sluice.coordinator.MergedGraph} makes a hot and a cold store one graph: what the hot
 * store holds for a key stands before what the cold store has of it. {@code MergedReader} answers,
 * {@code LinkWrites} and {@code NodeWrites} write, {@link sluice.coordinator.StoreCold} makes a
 * cold store of a store directory. {@link sluice.coordinator.Coordinator} does what {@link
 * sluice.coordinator.decision.Decisions} decides. {@link sluice.coordinator.LiveStore} is all of
 * it, for whoever serves a store.
 */
@NullMarked
package sluice.coordinator;

import org.jspecify.annotations.NullMarked;
