/**
 * The rival of the load benchmark: what an expert writes in a day with RocksDB. It parses a text
 * file, splits the rows by id1 into pieces that fit a cache, sorts each piece, writes disjoint SST
 * files and moves them into the bottom level of an empty database; then it answers the same reads
 * as our store.
 *
 * <p>The main type is {@link sluice.experiments.rival.RocksRival}; the way of a row is {@code
 * RivalLoad} → {@code RowScatter} → {@code Piece} → {@code SstOutput}. RocksDB is called through
 * its C interface, which the library inside rocksdbjni exports: a call costs a few nanoseconds and
 * takes plain addresses, so that the rival does not pay for JNI. Only the benchmark and its tests
 * may call this package.
 *
 * <p>Called by {@code experiments.load} and {@code experiments.serving}.
 */
@NullMarked
package sluice.experiments.rival;

import org.jspecify.annotations.NullMarked;
