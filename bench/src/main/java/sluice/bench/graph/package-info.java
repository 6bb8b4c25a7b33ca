/**
 * The graph generator behind {@code sluice generate}: LinkBench's graph and R-MAT, of any size.
 *
 * <p>{@link sluice.bench.graph.LinkBenchGraph} and {@link sluice.bench.graph.RmatGraph} are cut
 * into chunks that can be made in any order and by any thread, each from its own seed; {@link
 * sluice.bench.graph.GraphFiles} writes them in parallel, to the same bytes for any number of
 * threads. Tests and benchmarks take rows straight from {@link sluice.bench.graph.GeneratedGraph}.
 * Called by the command line and by benchmarks.
 */
@NullMarked
package sluice.bench.graph;

import org.jspecify.annotations.NullMarked;
