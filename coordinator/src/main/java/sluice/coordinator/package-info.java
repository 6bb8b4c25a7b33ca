/**
 * Answers reads and writes of one graph from a hot and a cold store, and decides what is built
 * next.
 *
 * <p>{@link sluice.coordinator.MergedGraph} makes a hot and a cold store one graph: the hot store's
 * row for a key takes precedence over the cold store's. {@code MergedReader} answers, {@code
 * LinkWrites} and {@code NodeWrites} write, {@link sluice.coordinator.StoreCold} makes a cold store
 * of a store directory. {@link sluice.coordinator.Coordinator} carries out what {@link
 * sluice.coordinator.decision.Decisions} decides: which answers are complete, which requests wait,
 * which bucket is next. {@link sluice.coordinator.LiveStore} combines all of these for a server.
 *
 * <p>Called by {@code cli}, {@code experiments}, {@code gremlin}, {@code linkbench} and {@code
 * live}.
 */
@NullMarked
package sluice.coordinator;

import org.jspecify.annotations.NullMarked;
