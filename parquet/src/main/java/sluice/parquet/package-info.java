/**
 * The reader of Parquet files: rows of flat columns as delimited text.
 *
 * <p>{@link sluice.parquet.ParquetText} is a file as text: a header, then a row of separated values
 * for each row. {@code Footer} tells columns and row groups, {@code ColumnReader} goes through the
 * pages of a column, {@code Unpacker} unpacks a page, {@code Values} and its kinds read the values
 * of a page. At most one page and one dictionary of each column are in memory, within a limit.
 *
 * <p>Called by {@code ingest}.
 */
@NullMarked
package sluice.parquet;

import org.jspecify.annotations.NullMarked;
