/**
 * Reads sources: finds files, detects their format, cuts text into chunks and rows, and gives each
 * row to a sink.
 *
 * <p>{@link sluice.ingest.Source} is the input of a load; {@code InputFinder} finds its files, and
 * {@code LayoutFinder} decides how each is read, by its header, its shape or a {@code Mapping}.
 * {@code ChunkQueue} cuts the input into chunks. {@code RowParser} parses the rows of a chunk. A
 * row that cannot be read goes to {@link sluice.ingest.Rejects}.
 *
 * <p>Called by {@code cli}, {@code coordinator}, {@code experiments}, {@code export}, {@code
 * linkbench}, {@code live} and {@code load}.
 */
@NullMarked
package sluice.ingest;

import org.jspecify.annotations.NullMarked;
