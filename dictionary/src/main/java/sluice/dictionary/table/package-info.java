/**
 * Names in memory: their bytes, and a table of those that a chunk has.
 *
 * <p>{@link sluice.dictionary.table.NameTable} is a set of names that can be put in order; {@link
 * sluice.dictionary.table.NameBatch} has those that wait for it, {@link
 * sluice.dictionary.table.NameBytes} their hash, equality and order.
 *
 * <p>Called by {@code dictionary}.
 */
@NullMarked
package sluice.dictionary.table;

import org.jspecify.annotations.NullMarked;
