/**
 * The graph generator behind {@code sluice generate}: LinkBench's graph and R-MAT, of any size.
 *
 * <p>{@link sluice.generate.LinkBenchGraph} and {@link sluice.generate.RmatGraph} are cut into
 * chunks that can be made in any order and by any thread, each from its own seed; {@link
 * sluice.generate.GraphFiles} writes them in parallel, to the same bytes for any number of threads.
 * {@link sluice.generate.PeopleGraph} writes R-MAT as RDF or JSON, with names and ages. Tests and
 * benchmarks take rows straight from {@link sluice.generate.GeneratedGraph}.
 *
 * <p>Called by {@code cli}, {@code experiments} and {@code linkbench}.
 */
@NullMarked
package sluice.generate;

import org.jspecify.annotations.NullMarked;
