/**
 * Files whose bytes are packed piece by piece, below the format of the file: runs in shared
 * storage, where fewer bytes cross the network.
 *
 * <p>{@link sluice.store.packed.RunPacking} says by its name whether a run is packed; {@link
 * sluice.store.packed.PackedWriter} writes the bytes, {@link sluice.store.packed.PackedFile} reads
 * them. Layout: docs/format.md, "Packed runs".
 *
 * <p>Called by {@code cli}, {@code cluster-load}, {@code load}, {@code spark}, {@code store.commit}
 * and {@code store.shared}.
 */
@NullMarked
package sluice.store.packed;

import org.jspecify.annotations.NullMarked;
