/**
 * The hot store in RocksDB: {@link sluice.hot.rocksdb.RocksHotStore}, and how durable it is, {@link
 * sluice.hot.rocksdb.Durability}.
 *
 * <p>{@code HotKeys} says which keys there are, {@code HotRows} what their values look like; one
 * column family holds all, so that a row and its list's header are one batch, and sorted files are
 * taken in at once. {@code LogSync} lets writers share a sync of the log. Nothing outside this
 * package sees a type of RocksDB.
 *
 * <p>Called by {@code cli}, {@code experiments}, {@code linkbench} and {@code live}.
 */
@NullMarked
package sluice.hot.rocksdb;

import org.jspecify.annotations.NullMarked;
