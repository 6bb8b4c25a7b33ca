/**
 * Brings a version to a node: {@link sluice.readonly.fetch.Fetch} copies the files of the node's
 * partitions from the source or from other nodes into its {@link
 * sluice.readonly.fetch.VersionFolder}, within a rate and a quota, and verifies every byte before a
 * mark says that the version is there.
 *
 * <p>Called by {@code experiments} and {@code readonly.node}.
 */
@NullMarked
package sluice.readonly.fetch;

import org.jspecify.annotations.NullMarked;
