/**
 * A store: the manifest that says which runs, segments and dictionaries it consists of, and everything
 * that only reads them.
 *
 * <p>{@link sluice.store.StoreReader} answers queries, from segments and, where a bucket is not built
 * yet, from runs. Loads write stores; they live in {@code load}. The files are documented in
 * docs/format.md.
 */
@NullMarked
package sluice.store;

import org.jspecify.annotations.NullMarked;
