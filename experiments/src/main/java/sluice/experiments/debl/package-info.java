/**
 * The experiments of the paper "Demand-Driven Bulk Loading": the same links are loaded in each of
 * its ways and in ours, from a source that is as slow as its network was, and from the moment on at
 * which each way has a store that can be asked, clients ask it for link lists.
 *
 * <p>{@link sluice.experiments.debl.Debl} runs all of it and makes a {@link
 * sluice.experiments.debl.DeblReport}; {@link sluice.experiments.debl.Variant} names the ways,
 * {@link sluice.experiments.debl.Loading} is one of them at work. HBase is known here as a cold
 * store by its address alone, which the caller can open.
 *
 * <p>Called by {@code cli} and {@code experiments.plan}.
 */
@NullMarked
package sluice.experiments.debl;

import org.jspecify.annotations.NullMarked;
