/**
 * Ranges of the hashes of names: a {@link sluice.dictionary.shard.NameShard} is merged by one task,
 * and {@link sluice.dictionary.shard.ShardPlaces} say where it begins in a run of names.
 *
 * <p>Called by {@code cluster-load} and {@code dictionary}.
 */
@NullMarked
package sluice.dictionary.shard;

import org.jspecify.annotations.NullMarked;
