/**
 * Parquet files: their rows of flat columns as delimited text, and a writer of such files.
 *
 * <p>{@link sluice.parquet.ParquetText} is a file as text: a header, then a row of separated values
 * for each row. {@code Footer} tells columns and row groups, {@code ColumnReader} goes through the
 * pages of a column, {@code Unpacker} unpacks a page, {@code Values} and its kinds read the values
 * of a page. At most one page and one dictionary of each column are in memory, within a limit.
 * {@link sluice.parquet.ParquetWriter} writes files, of plain values packed by zstd.
 *
 * <p>Called by {@code export} and {@code ingest}.
 */
@NullMarked
package sluice.parquet;

import org.jspecify.annotations.NullMarked;
