/**
 * The load benchmark: what {@code sluice bench load} measures and how the table comes about.
 *
 * <p>The main type is {@link sluice.experiments.load.LoadBenchmark}. In each run it takes every
 * {@code Measurement} once; what they measure is kept as {@code Samples} under a {@code Metric},
 * and a {@link sluice.experiments.load.BenchmarkRow} says which figure is made of which metrics and
 * what it should be. Loads that are timed as fresh processes run {@link
 * sluice.experiments.load.BenchmarkTasks} in a {@code ChildProcess}.
 *
 * <p>Called by {@code cli} and {@code experiments.rdf}.
 */
@NullMarked
package sluice.experiments.load;

import org.jspecify.annotations.NullMarked;
