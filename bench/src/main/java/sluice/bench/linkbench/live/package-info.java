/**
 * A Sluice store for LinkBench: in this process, or behind a server in a process of its own.
 *
 * <p>{@link sluice.bench.linkbench.live.LiveDirectory} is the store; {@link
 * sluice.bench.linkbench.live.ServerProcess} starts {@link
 * sluice.bench.linkbench.live.ServedStore}, which serves one. Called by LinkBench's stores.
 */
@NullMarked
package sluice.bench.linkbench.live;

import org.jspecify.annotations.NullMarked;
