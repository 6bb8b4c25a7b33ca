/**
 * Sorted rows in files: the blocks, runs and segments of a store, how they are written and read.
 *
 * <p>Rows come in through a {@link sluice.segment.RowSink}. A {@link sluice.segment.RowPool} keeps
 * them in memory, divided into stripes; {@link sluice.segment.RowSorter} sorts a stripe; {@link
 * sluice.segment.BlockFileWriter} writes sorted rows as checksummed blocks; {@link
 * sluice.segment.BlockFile} reads them, mapped, without decoding. Runs and segments are both such
 * files and differ in what they promise: a run keeps every row of its chunk, a segment holds each
 * key of its bucket once. The layout is in docs/format.md.
 *
 * <p>Called by {@code store}, {@code ingest} and {@code load}.
 */
@NullMarked
package sluice.segment;

import org.jspecify.annotations.NullMarked;
