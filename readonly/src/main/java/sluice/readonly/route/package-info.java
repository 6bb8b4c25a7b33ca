/**
 * Reads of a ring: {@link sluice.readonly.route.RingGraph} asks, for each id, a node that has it,
 * and another one if that fails or is slow.
 *
 * <p>Every read names the version that it is of, so that all nodes answer it alike, whichever has
 * heard of a push first.
 *
 * <p>A search by value and a scan need all partitions: {@link sluice.readonly.route.WholeReads}
 * asks all nodes, each for its part.
 *
 * <p>Called by {@code experiments}, {@code readonly.fetch} and {@code readonly.node}.
 */
@NullMarked
package sluice.readonly.route;

import org.jspecify.annotations.NullMarked;
