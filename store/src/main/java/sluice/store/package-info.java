/**
 * A store: the manifest that says which runs, segments and dictionaries it consists of, and
 * everything that reads them.
 *
 * <p>{@link sluice.store.StoreReader} answers queries, from segments and, where a bucket is not
 * built yet, from runs. {@link sluice.store.StoreVerifier} reads every byte and checks every
 * invariant. Loads write stores; they are in {@code load}. The files are documented in
 * docs/format.md.
 *
 * <p>Called by most modules.
 */
@NullMarked
package sluice.store;

import org.jspecify.annotations.NullMarked;
