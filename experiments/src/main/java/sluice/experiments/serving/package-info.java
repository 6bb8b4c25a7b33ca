/**
 * The benchmark of rings, {@code sluice bench serving}: {@link
 * sluice.experiments.serving.ServingBench} builds versions of one store, has nodes fetch, serve and
 * swap them while they are read, and reads a RocksDB with the same links beside them.
 *
 * <p>Called by {@code cli}.
 */
@NullMarked
package sluice.experiments.serving;

import org.jspecify.annotations.NullMarked;
