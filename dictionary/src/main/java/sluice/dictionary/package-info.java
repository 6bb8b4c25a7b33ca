/**
 * The dictionary of names: which dense id belongs to which name of which group, and which number to
 * which named type.
 *
 * <p>{@link sluice.dictionary.Dictionary} turns names into ids and back. A load gathers the names
 * of its sources with {@link sluice.dictionary.NameCollector}, which leaves sorted runs, and merges
 * them with {@link sluice.dictionary.DictionaryBuilder} to one more generation. Names are compared
 * whole; an id depends on the set of names alone, never on threads or order.
 *
 * <p>The files are documented in docs/format-dictionary.md.
 *
 * <p>Called by {@code cli}, {@code cluster-load}, {@code export}, {@code ingest}, {@code load},
 * {@code proof}, {@code readonly}, {@code spark} and {@code store}.
 */
@NullMarked
package sluice.dictionary;

import org.jspecify.annotations.NullMarked;
