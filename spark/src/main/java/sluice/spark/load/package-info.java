/**
 * Loads whose tasks the executors of Spark do.
 *
 * <p>{@link sluice.spark.load.SparkEngine} runs each phase of a load as one job of Spark; {@link
 * sluice.spark.load.OrderFunction} is what an executor runs for a task; {@link
 * sluice.spark.load.ExecutorRunners} keeps a plan open between the tasks of an executor. Spark
 * repeats failed attempts and copies slow ones: attempts leave the same bytes, so that the first
 * one wins.
 *
 * <p>Called by {@code spark}.
 */
@NullMarked
package sluice.spark.load;

import org.jspecify.annotations.NullMarked;
