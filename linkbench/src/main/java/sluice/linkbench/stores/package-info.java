/**
 * The stores that LinkBench asks, and how its graph is loaded into each.
 *
 * <p>{@link sluice.linkbench.stores.BenchStores} opens one by its name: Sluice in this process
 * ({@link sluice.live.Live}) or behind a server in a process of its own ({@link
 * sluice.linkbench.stores.StoreProcess} starts {@link sluice.linkbench.stores.ServedStore}), a
 * graph in memory, or MariaDB with the three tables and the transactions of the original ({@link
 * sluice.linkbench.stores.MariaDbGraph}).
 *
 * <p>Called by {@code cli}, {@code experiments} and {@code linkbench.run}.
 */
@NullMarked
package sluice.linkbench.stores;

import org.jspecify.annotations.NullMarked;
