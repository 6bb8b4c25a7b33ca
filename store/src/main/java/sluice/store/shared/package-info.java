/**
 * Stores in storage that many machines share, read through a cache on a local disk.
 *
 * <p>{@link sluice.store.shared.SharedStorage} is the files of such a store as a {@link
 * sluice.storage.Storage}: readers, verifiers and tasks of loads use it as they use a directory.
 *
 * <p>Called by {@code cli}, {@code cluster-load} and {@code spark}.
 */
@NullMarked
package sluice.store.shared;

import org.jspecify.annotations.NullMarked;
