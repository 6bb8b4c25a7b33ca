/**
 * Sluice for Spark: the data source {@code sluice}, by which Spark reads a store as tables.
 *
 * <p>{@link sluice.spark.SluiceSource} is what Spark finds by that name; a {@link
 * sluice.spark.StoreTable} is one table of one pinned state of a store; {@link
 * sluice.spark.StoreScan} cuts it into partitions, whose rows a {@link sluice.spark.PartReader}
 * hands to Spark in columns. How to use it is in docs/spark.md. Spark itself is not delivered:
 * whoever runs this has it.
 *
 * <p>Called by no main code.
 */
@NullMarked
package sluice.spark;

import org.jspecify.annotations.NullMarked;
