/**
 * Parses rows: cuts the text of a chunk into rows and fields, and gives each row to a sink.
 *
 * <p>{@code RowParser} is the parser; {@code RowPlan} is what it does with each field of a {@code
 * Relation}, which says what the columns of a file are. Names become ids by {@code NameResolver}. A
 * row that cannot be read goes to {@code Rejects}, with the cause that {@code RowFault} finds.
 *
 * <p>Called by {@code ingest}, {@code ingest.file}, {@code ingest.layout}, {@code ingest.ledger},
 * {@code ingest.mapping}, {@code load} and {@code proof}.
 */
@NullMarked
package sluice.ingest.row;

import org.jspecify.annotations.NullMarked;
