/**
 * Versions of a store: sealed states beside the one that is served.
 *
 * <p>{@link sluice.load.version.VersionLoad} loads into a new version and seals it, {@link
 * sluice.load.version.Versions} lists versions, serves another one, and deletes old ones. A version
 * is a manifest under a name of its own, and versions share the files that they both list; the
 * manifest of the store is a copy of the one that is served, so that readers follow it as they
 * follow a load.
 *
 * <p>Shown: the command calls both.
 *
 * <p>Called by {@code cli}, {@code experiments} and {@code spark}.
 */
@NullMarked
package sluice.load.version;

import org.jspecify.annotations.NullMarked;
