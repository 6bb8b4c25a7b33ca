/**
 * The proof that a store holds what its sources say: {@link sluice.proof.Proof} reads sources and
 * stored rows and tells each difference with its key, file and line.
 *
 * <p>The first pass adds hashes of rows in cells of keys and compares the sums of both sides. Only
 * rows of cells that differ are gathered by the second pass, which decides the winner of each key
 * as a load does, in tables of bounded size or in temporary files. A third pass fetches what is
 * shown. Stored rows come through {@link sluice.proof.StoredRows}: from a directory or from a
 * server.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.proof;

import org.jspecify.annotations.NullMarked;
