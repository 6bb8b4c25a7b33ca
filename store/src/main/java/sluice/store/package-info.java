/**
 * A store: the manifest that says which runs, segments and dictionaries it consists of, everything
 * that reads them, and the dictionary of names.
 *
 * <p>{@link sluice.store.StoreReader} answers queries, from segments and, where a bucket is not
 * built yet, from runs. {@link sluice.store.Dictionary} turns names into ids and back; a load makes
 * it with {@link sluice.store.NameCollector} and {@link sluice.store.DictionaryBuilder}. Loads
 * write stores; they live in {@code load}. The files are documented in docs/format.md and
 * docs/format-dictionary.md.
 */
@NullMarked
package sluice.store;

import org.jspecify.annotations.NullMarked;
