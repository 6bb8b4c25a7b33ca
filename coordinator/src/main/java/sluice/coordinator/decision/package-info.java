/**
 * What the coordinator decides, apart from all doing: which bucket is built next, who waits and for
 * how long, when builders rest so that reads stay fast, when online writes are absorbed.
 *
 * <p>{@link sluice.coordinator.decision.Decisions} takes one {@link
 * sluice.coordinator.decision.Event} after the other and says what is to be done as {@link
 * sluice.coordinator.decision.Action}s. It has no clock, no threads and no chance in it: the same
 * events give the same actions, so that a test can step it through any history.
 *
 * <p>Called by {@code cli}, {@code coordinator}, {@code experiments} and {@code live}.
 */
@NullMarked
package sluice.coordinator.decision;

import org.jspecify.annotations.NullMarked;
