/**
 * The records of a ring, a group of servers that serve the versions of one store read-only, and the
 * registry that holds them.
 *
 * <p>A {@link sluice.readonly.Registry} holds a few small records: which nodes there are and which
 * partitions they own ({@link sluice.readonly.Topology}), which version is served ({@link
 * sluice.readonly.Decision}), versions on their way ({@link sluice.readonly.Push}), and what each
 * node has ({@link sluice.readonly.NodeReport}). Everything is decided by a compare-and-set of the
 * decision; nodes converge to it.
 *
 * <p>Called by {@code cli}, {@code experiments} and {@code readonly-zookeeper}.
 */
@NullMarked
package sluice.readonly;

import org.jspecify.annotations.NullMarked;
