/**
 * Rows that cannot be read, while a load stages: counted, kept, limited, and written to the ledger
 * that {@code --replay} reads.
 *
 * <p>{@link sluice.load.reject.RejectLog} takes them from all threads and stops the load past its
 * limit; {@link sluice.load.reject.RejectLedger} writes them in the order of the source.
 *
 * <p>Called by {@code cluster-load}, {@code load} and {@code load.stage}.
 */
@NullMarked
package sluice.load.reject;

import org.jspecify.annotations.NullMarked;
