/**
 * Every file of a store is touched through {@link sluice.storage.Storage}: one flat directory of
 * files that are created, written, synced, renamed, mapped, listed and deleted.
 *
 * <p>{@link sluice.storage.DirectoryStorage} is a real directory; files that are not mapped have
 * their blocks in a {@link sluice.storage.BlockMemory}. Two more are for tests and experiments:
 * {@link sluice.storage.MemoryStorage} is a simulated disk that can crash, fill up and be damaged,
 * and {@link sluice.storage.FaultyStorage} records what is done and makes chosen operations fail.
 * {@link sluice.storage.StorageFiles} has what callers need beside them: whole reads, whole writes,
 * publishing. The package depends on no other; every module above may use it.
 *
 * <p>Called by most modules.
 */
@NullMarked
package sluice.storage;

import org.jspecify.annotations.NullMarked;
