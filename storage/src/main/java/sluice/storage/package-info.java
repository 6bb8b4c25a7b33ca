/**
 * Every file of a store is touched through {@link sluice.storage.Storage}: one flat directory of
 * files that are created, written, synced, renamed, mapped, listed and deleted.
 *
 * <p>{@link sluice.storage.DirectoryStorage} is a real directory. The others are for tests and
 * experiments: in memory, recording what is done, losing what was not synced, failing on demand.
 */
@NullMarked
package sluice.storage;

import org.jspecify.annotations.NullMarked;
