/**
 * Voldemort's read-only files: its format {@code ro2} read and written, and the functions of its
 * ring.
 *
 * <p>{@link sluice.voldemort.format.StoreBuilder} writes the directories of all nodes of a version,
 * {@link sluice.voldemort.format.ReadOnlyVersion} opens one, checks it and answers from it. {@link
 * sluice.voldemort.format.Ring} and {@link sluice.voldemort.format.Topology} place keys as
 * Voldemort does, to the bit. docs/voldemort.md draws the files.
 *
 * <p>Called by {@code cli}, {@code export} and {@code ingest}.
 */
@NullMarked
package sluice.voldemort.format;

import org.jspecify.annotations.NullMarked;
