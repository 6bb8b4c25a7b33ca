/**
 * One member of a ring as it runs: {@link sluice.readonly.node.RingNode} carries out what the steps
 * decide, {@link sluice.readonly.node.OpenVersions} are what it answers from.
 *
 * <p>Called by {@code cli} and {@code experiments}.
 */
@NullMarked
package sluice.readonly.node;

import org.jspecify.annotations.NullMarked;
