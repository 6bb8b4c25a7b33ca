/**
 * The manifests of a store that many machines load into: a log of files, each published if absent,
 * instead of one file that is replaced.
 *
 * <p>{@link sluice.store.commit.LogCommit} is the writer, of which the last one to begin wins and
 * the one before finds out; {@link sluice.store.commit.LogReader} finds the newest manifest; {@link
 * sluice.store.commit.CommittedManifest} is one file of the log. No lock, no rename: all that is
 * asked of the place is {@link sluice.storage.publish.PublishedFiles}. A store in a directory has
 * one file instead, {@link sluice.store.ManifestFile}.
 *
 * <p>Called by {@code cluster-load} and {@code store.shared}.
 */
@NullMarked
package sluice.store.commit;

import org.jspecify.annotations.NullMarked;
