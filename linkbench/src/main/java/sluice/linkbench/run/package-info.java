/**
 * A run of LinkBench: loads its graph into a store, sends it LinkBench's requests, and tells how
 * fast the answers were.
 *
 * <p>{@link sluice.linkbench.run.LinkBench} runs all of it and makes a {@link
 * sluice.linkbench.run.LinkBenchResult}, which {@link sluice.linkbench.run.ResultJson} writes. A
 * {@link sluice.linkbench.run.LoadedStore} is a store at work; a {@code Requester} is one thread
 * that asks.
 *
 * <p>Called by {@code cli} and {@code experiments}.
 */
@NullMarked
package sluice.linkbench.run;

import org.jspecify.annotations.NullMarked;
