/**
 * Reads files of rejected rows, so that fixed rows can be loaded.
 *
 * <p>{@code LedgerHeader} says how rows were read when they were rejected; {@code LedgerReader}
 * parses them in the same way.
 *
 * <p>Called by {@code ingest} and {@code load}.
 */
@NullMarked
package sluice.ingest.ledger;

import org.jspecify.annotations.NullMarked;
