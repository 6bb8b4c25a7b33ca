/**
 * Sorted rows in files: writes and reads the blocks, runs and segments of a store.
 *
 * <p>A {@link sluice.model.RowSink} takes rows. A {@link sluice.segment.RowPool} keeps them in
 * memory, divided into stripes; {@link sluice.segment.RowSorter} sorts a stripe; {@link
 * sluice.segment.BlockFileWriter} writes sorted rows as checksummed blocks; {@link
 * sluice.segment.BlockFile} reads them, mapped, without decoding. Runs and segments are both such
 * files. A run keeps every row of its chunk; a segment holds each key of its bucket once. The
 * layout is in docs/format.md.
 *
 * <p>Called by {@code cli}, {@code cluster-load}, {@code coordinator}, {@code experiments}, {@code
 * load}, {@code readonly}, {@code spark} and {@code store}.
 */
@NullMarked
package sluice.segment;

import org.jspecify.annotations.NullMarked;
